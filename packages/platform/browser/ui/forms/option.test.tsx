import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Option } from './option.tsx'

test('is a real input named by its text, clickable on its whole surface', async () => {
  const user = userEvent.setup()
  render(
    <Option type="checkbox" mark={<svg aria-hidden="true" />}>
      Law
    </Option>,
  )
  const box = screen.getByRole('checkbox', { name: 'Law' })
  await user.click(screen.getByText('Law'))
  expect(box).toBeChecked()
  await user.keyboard(' ')
  expect(box).not.toBeChecked()
})

test('radio buttons with the same name exclude each other, also with the arrow keys', async () => {
  const user = userEvent.setup()
  const names = ['One', 'Two']
  render(
    names.map((name) => (
      <Option key={name} type="radio" name="n" value={name}>
        {name}
      </Option>
    )),
  )
  await user.click(screen.getByRole('radio', { name: 'One' }))
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('radio', { name: 'Two' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'One' })).not.toBeChecked()
})

test('shows a square for several choices and a circle for one', () => {
  const { container } = render([
    <Option key="several" type="checkbox">
      Several
    </Option>,
    <Option key="one" type="radio">
      One
    </Option>,
  ])
  const corners = [...container.querySelectorAll('rect')].map((mark) => Number(mark.getAttribute('rx')) / 9)
  expect(corners).toEqual([1 / 3, 1])
})
