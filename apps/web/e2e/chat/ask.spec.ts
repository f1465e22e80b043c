import { field, signUpHere } from '../support/chat-journey.ts'
import { anyWidth, expect, expectAccessible, test, uniqueEmail } from '../support/fixtures.ts'
import { languages } from '../words/chat-words.ts'

const texts = {
  en: {
    card: 'Ask one question: Ada Lovelace',
    host: 'Ada Lovelace',
    cardField: 'Your question to Ada Lovelace',
    answer: 'Answer from Ada Lovelace',
    sources: 'Sources',
    goOn: 'Go on with Ada Lovelace',
    typed: 'Who paid for the Analytical Engine?',
    field: 'Ask Duo about Duo',
    guide: 'Answer from Duo',
    question: 'How do I make an agent from my yoga classes?',
    page: 'How it works',
    followUp: 'and can I do that now?',
    followed: /^If “Make yours” stands at the end of this page, yes/,
    example: 'An example. The baker is asleep.',
  },
  pt: {
    card: 'Fazer uma pergunta: Machado de Assis',
    host: 'Machado de Assis',
    cardField: 'Sua pergunta a Machado de Assis',
    answer: 'Resposta de Machado de Assis',
    sources: 'Fontes',
    goOn: 'Continuar com Machado de Assis',
    typed: 'Quem foi Capitu?',
    field: 'Pergunte ao Duo sobre o Duo',
    guide: 'Resposta de Duo',
    question: 'Como faço um agente com as minhas aulas de ioga?',
    page: 'Como funciona',
    followUp: 'e dá para fazer isso agora?',
    followed: /^Se “Faça o seu” aparece no fim desta página, sim/,
    example: 'Um exemplo. A padeira está dormindo.',
  },
}

// replies stream word by word for up to 0.8 s each, and the test signs up
test.beforeEach(() => test.slow())

for (const words of languages) {
  const text = texts[words.tag === 'pt' ? 'pt' : 'en']

  test(`a visitor asks Duo about Duo on the first screen, asks on, and follows the link to the page (${words.tag})`, async ({
    page,
  }) => {
    await page.goto(words.path || '/')
    const asking = page.getByRole('textbox', { name: text.field })
    await expect(asking).toBeInViewport({ ratio: 0.5 })
    await asking.fill(text.question)
    await asking.press('Enter')
    const replies = page.getByRole('article', { name: text.guide })
    const link = replies.first().getByRole('link', { name: text.page })
    await expect(link).toBeVisible({ timeout: 20_000 })
    await expect(link).toBeInViewport({ ratio: 1 })
    await asking.fill(text.followUp)
    await asking.press('Enter')
    await expect(replies.nth(1).getByText(text.followed)).toBeInViewport({ timeout: 20_000 })
    // it fades in once the reply is complete
    await expect(replies.nth(1).getByRole('link').first()).toBeVisible()
    await expectAccessible(page)
    await link.click()
    await expect(page).toHaveURL(/#how-it-works$/)
  })

  test(`a visitor asks an agent of the marketplace, signs up, and finds the question in the composer (${words.tag})`, async ({
    page,
  }) => {
    await page.goto(`${words.path}/marketplace`)
    await page.getByText(text.card).click()
    const question = page.getByRole('textbox', { name: text.cardField })
    await question.fill(text.typed)
    await question.press('Enter')
    const answer = page.getByRole('region', { name: text.answer })
    const goOn = answer.getByRole('link', { name: text.goOn })
    await expect(goOn).toBeVisible({ timeout: 20_000 })
    await expect(answer.getByRole('list', { name: text.sources }).getByRole('listitem')).not.toHaveCount(0)
    await goOn.click()
    await expect(page).toHaveURL(/\/auth\?mode=sign-up/)
    expect(page.url()).not.toContain(encodeURIComponent(text.typed))
    await signUpHere(page, words, uniqueEmail('visitor'))
    await expect(page).toHaveURL(/\/chat\//, { timeout: 20_000 })
    await expect(field(page, words, text.host)).toHaveValue(text.typed)
    // only once: after the field was cleared, a reload leaves it empty
    await field(page, words, text.host).fill('')
    await page.reload()
    await expect(field(page, words, text.host)).toHaveValue('')
  })
}

test('an agent card replies without starting a conversation', anyWidth, async ({ page }) => {
  await page.goto('/marketplace')
  await page.getByText('Ask one question: Leonardo da Vinci').click()
  const question = page.getByRole('textbox', { name: 'Your question to Leonardo da Vinci' })
  await question.fill('How did you paint the Mona Lisa?')
  await question.press('Enter')
  const answer = page.getByRole('region', { name: 'Answer from Leonardo da Vinci' })
  await expect(answer.getByRole('list', { name: texts.en.sources })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(/\/marketplace$/)
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the home page shows the prepared example and hides the question field', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText(texts.en.example)).toBeVisible()
    await expect(page.getByRole('textbox', { name: texts.en.field })).toBeHidden()
  })
})

test('loads the chat script only when the visitor focuses the field', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => url.includes('mount-ask'))).toEqual([])
  await page.getByRole('textbox', { name: texts.en.field }).focus()
  await expect.poll(() => scripts.filter((url) => url.includes('mount-ask')).length).toBe(1)
})
