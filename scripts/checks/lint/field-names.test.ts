import { expect, it } from 'vitest'
import { refusedLines } from './refused-lines.ts'

it('rejects names of form fields that no compiler checks', () => {
  const lines = [
    'const a = <input name="invitedByCod" />',
    "const b = <EmailField label={label} name={'emial'} required />",
    'const c = <Field name="email">{hint}</Field>',
    "const d = <button type='submit' name='without'>Join</button>",
    'const e = <textarea name={`question`} />',
    "form.querySelector('[name=invitedByCod]')",
    "form.elements.namedItem('email')",
  ]
  expect(refusedLines('field-names.grit', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows checked names, and names of other things', () => {
  expect(
    refusedLines('field-names.grit', [
      "const a = <input name={field('email')} />",
      'const b = <meta name="robots" content="noindex" />',
      'const c = <Avatar name="Ada" />',
      'const d = <Option type="radio" name={id} value={option} />',
      'form.querySelector(`[name=$' + '{field(email)}]`)',
      'form.elements.namedItem(purpose)',
    ]),
  ).toEqual([])
})
