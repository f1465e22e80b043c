import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Name, named } from './name.tsx'

const names = [
  'محمد علي',
  'שרה לוי',
  '李小龍',
  'नेहा शर्मा',
  'สมชาย ใจดี',
  'Δημήτρης',
  'Нина',
  'Ana {name}',
  '👩‍🚀 Ana',
  '\u202Eevil',
  'a\uFFFCb',
]

test.each(names)('%s is isolated from the text around it and from translators', (name) => {
  const { container } = render(<p>{named((shown) => `Key “${shown}” was revoked, ${shown}!`, name)}</p>)
  expect(container.textContent).toBe(`Key “${name}” was revoked, ${name}!`)
  const isolated = [...container.querySelectorAll('bdi')]
  expect(isolated.map(({ textContent }) => textContent)).toEqual([name, name])
  for (const one of isolated) expect(one).toHaveAttribute('translate', 'no')
})

test('a missing name leaves an empty place', () => {
  expect(render(<Name>{null}</Name>).container.textContent).toBe('')
})
