import { act, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { ArticleFilters } from './article-filters.tsx'

const field = () => screen.getByRole<HTMLInputElement>('searchbox')

/** The filters of a page in whose field somebody writes before the page's own effects run. */
function Filters() {
  const [q, setQ] = useState<string>()
  useLayoutEffect(() => {
    field().value = 'trust'
  }, [])
  return (
    <>
      <ArticleFilters search={{ q }} categories={[]} />
      <button type="button" onClick={() => setQ('prices')}>
        elsewhere
      </button>
    </>
  )
}

test('the search keeps what was typed before the page was ready, until the address asks for something else', async () => {
  await renderPart(<Filters />)
  expect(field()).toHaveValue('trust')
  await act(async () => screen.getByRole('button', { name: 'elsewhere' }).click())
  expect(field()).toHaveValue('prices')
})
