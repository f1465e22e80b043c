import { act, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { ArticleFilters } from './article-filters.tsx'

const field = () => screen.getByRole<HTMLInputElement>('searchbox')

/** Simulates typing before the page's effects run. */
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

test('the search field keeps text typed before hydration until the URL changes', async () => {
  await renderPart(<Filters />)
  expect(field()).toHaveValue('trust')
  await act(async () => screen.getByRole('button', { name: 'elsewhere' }).click())
  expect(field()).toHaveValue('prices')
})
