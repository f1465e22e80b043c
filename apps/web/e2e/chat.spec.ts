import { type Page, test as plain } from '@playwright/test'
import { expect, expectAccessible, someone, test } from './fixtures.ts'

/** The same way through the marketplace and three conversations in each language: what is read on it. */
const languages = [
  {
    tag: 'en',
    path: '',
    signUp: 'Create Account',
    created: /^Account created!/,
    name: 'Full Name',
    email: 'Email',
    password: 'Password',
    privacy: /privacy policy/,
    subject: 'Confirm your e-mail for Duo',
    confirm: 'Confirm my e-mail',
    signIn: 'Sign in',
    needed: 'You need to be signed in to chat',
    start: (name: string) => `Start conversation with ${name}`,
    search: 'Search agents',
    write: (name: string) => `Chat with ${name}…`,
    title: (name: string) => `Conversation with ${name}`,
    empty: 'Start the conversation',
    starters: 'Questions to begin with',
    send: 'Send message',
    stop: 'Stop the answer',
    stopped: 'Stopped by you',
    retry: 'Try again',
    offline: /^Offline answer/,
    back: 'Back to Marketplace',
    history: 'Conversations',
    searchHistory: 'Search conversations',
    remove: /^Delete/,
    undo: 'Undo',
    close: 'Close',
    rename: /^Rename/,
    newTitle: 'New title',
    save: 'Save',
    missing: 'Conversation not found',
    menu: /^Account menu/,
    signOut: 'Log out',
    questions: ['What could the Analytical Engine do?', 'Who is Capitu?'],
    sought: 'analytical',
  },
  {
    tag: 'pt',
    path: '/pt',
    signUp: 'Criar conta',
    created: /^Conta criada com sucesso!/,
    name: 'Nome completo',
    email: 'E-mail',
    password: 'Senha',
    privacy: /política de privacidade/i,
    subject: 'Confirme seu e-mail no Duo',
    confirm: 'Confirmar meu e-mail',
    signIn: 'Entrar',
    needed: 'Você precisa estar logado para conversar',
    start: (name: string) => `Iniciar Conversa com ${name}`,
    search: 'Buscar agentes',
    write: (name: string) => `Conversar com ${name}...`,
    title: (name: string) => `Conversa com ${name}`,
    empty: 'Inicie a conversa',
    starters: 'Perguntas para começar',
    send: 'Enviar mensagem',
    stop: 'Parar a resposta',
    stopped: 'Parada por você',
    retry: 'Tentar de novo',
    offline: /^Resposta offline/,
    back: 'Voltar ao Marketplace',
    history: 'Conversas',
    searchHistory: 'Buscar nas conversas',
    remove: /^Excluir/,
    undo: 'Desfazer',
    close: 'Fechar',
    rename: /^Renomear/,
    newTitle: 'Novo título',
    save: 'Salvar',
    missing: 'Conversa não encontrada',
    menu: /^Menu da conta/,
    signOut: 'Sair',
    questions: ['O que a Máquina Analítica podia fazer?', 'Quem é Capitu?'],
    sought: 'analitica',
  },
]
type Words = (typeof languages)[number]

const password = 'abacate-azul-77'
const personas = ['Ada Lovelace', 'Leonardo da Vinci', 'Machado de Assis'] as const

/** Creates an account on the page and confirms it by its mail. */
async function signUp(page: Page, words: Words, email: string) {
  await page.goto(`${words.path}/auth`)
  await page.getByRole('textbox', { name: words.name, exact: true }).fill('Ana Souza')
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words.signUp, exact: true }).click()
  await expect(page.getByText(words.created)).toBeVisible()
  const caught = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: words.subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(caught).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await caught.getByRole('link').click()
  const link = page.frameLocator('iframe').getByRole('link', { name: words.confirm })
  await page.goto(((await link.getAttribute('href')) ?? '').replace(/^https?:\/\/[^/]+/, ''))
  await expect(page.getByRole('button', { name: words.menu })).toBeVisible()
  // the link leads on; the next page has the focus once it is there, and a menu that is open closes
  await expect(page.getByRole('main')).toBeFocused()
}

async function signOut(page: Page, words: Words) {
  await page.getByRole('button', { name: words.menu }).click()
  await page.getByRole('button', { name: words.signOut }).click()
  await expect(page).toHaveURL(/\/auth/)
}

const bubbles = (page: Page) => page.getByTestId('bubble')
const field = (page: Page, words: Words, name: string) => page.getByRole('textbox', { name: words.write(name) })

/** Asks, and sees that an answer begins. */
async function ask(page: Page, words: Words, name: string, question: string) {
  await field(page, words, name).fill(question)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words.stop })).toBeVisible()
}

const answered = (page: Page, words: Words) =>
  expect(page.getByRole('button', { name: words.send })).toBeVisible({ timeout: 20_000 })

async function start(page: Page, words: Words, name: string) {
  await page.getByRole('searchbox', { name: words.search }).fill(name)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: words.start(name) }).click()
}

for (const words of languages) {
  test(`three conversations in ${words.tag}, from the marketplace to signing out`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (words.tag === 'pt'), 'each language once: English at a desk, Portuguese on a phone')
    test.setTimeout(120_000)
    const [ada, leonardo, machado] = personas
    const email = someone(`chat-${words.tag}-${isMobile ? 'phone' : 'desk'}`)
    await signUp(page, words, email)
    await signOut(page, words)

    // a visitor sees everybody, is asked to sign in, and comes back to the same agent
    await page.goto(`${words.path}/marketplace`)
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThanOrEqual(3)
    await expectAccessible(page)
    await start(page, words, ada)
    await expect(page.getByText(words.needed)).toBeVisible()
    await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
    await page.getByLabel(words.password, { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: words.signIn, exact: true }).click()
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/)
    await expect(page).toHaveTitle(new RegExp(`^${words.title(ada)}`))
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible()
    await expectAccessible(page)

    // left in the middle of an answer, the rest is there
    await ask(page, words, ada, words.questions[0] ?? '')
    await expect(bubbles(page)).toHaveCount(2)
    await page.reload()
    await answered(page, words)
    await expect(bubbles(page)).toHaveCount(2)
    await expect(page.getByText(words.offline)).toBeVisible()
    await expectAccessible(page)
    const whole = await bubbles(page).last().innerText()
    const first = page.url()

    // what is written and not sent stays, too
    await field(page, words, ada).fill('?!')
    await page.goto(`${words.path}/marketplace`)

    // stopped, and asked again
    await start(page, words, leonardo)
    await page.getByRole('list', { name: words.starters }).getByRole('button').first().click()
    await page.getByRole('button', { name: words.stop }).click()
    await expect(page.getByText(words.stopped)).toBeVisible()
    await page.getByRole('button', { name: words.retry }).click()
    await expect(page.getByText(words.stopped)).toBeHidden()
    await answered(page, words)
    await expect(bubbles(page)).toHaveCount(2)

    // a second tab of the same conversation shows what the first one asks
    await page.getByRole('link', { name: words.back }).click()
    await start(page, words, machado)
    await expect(page).toHaveURL(/\/chat\//)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await expect(tab.getByRole('heading', { name: words.empty })).toBeVisible()
    await ask(page, words, machado, words.questions[1] ?? '')
    await expect(bubbles(tab).first()).toContainText(words.questions[1] ?? '')
    await answered(page, words)
    await expect(bubbles(tab).last()).toHaveText(await bubbles(page).last().innerText(), { useInnerText: true })
    await tab.close()

    // the history finds by what was said, whatever its accents, and leads there
    await page.getByRole('button', { name: words.history }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page)
    await drawer.getByRole('button', { name: words.remove }).first().click()
    await drawer.getByRole('button', { name: words.undo }).click()
    await expect(drawer.getByRole('listitem')).toHaveCount(3)
    await drawer.getByRole('searchbox', { name: words.searchHistory }).fill(words.sought)
    await expect(drawer.getByRole('listitem')).toHaveCount(1)
    await drawer.getByRole('button', { name: words.rename }).click()
    await drawer.getByRole('textbox', { name: words.newTitle }).fill('Babbage')
    await drawer.getByRole('button', { name: words.save }).click()
    await drawer.getByRole('link', { name: 'Babbage' }).click()
    await expect(page).toHaveURL(first)
    await expect(bubbles(page).last()).toHaveText(whole, { useInnerText: true })
    await expect(field(page, words, ada)).toHaveValue('?!')

    await signOut(page, words)
    await page.goto(first)
    await expect(page).toHaveURL(/\/auth\?/)
  })
}

// its call fails, which a browser's console says
plain('a conversation that is nobody’s or somebody else’s is not found', async ({ page }) => {
  const words = languages[1] as Words
  await signUp(page, words, someone('chat-missing'))
  const answer = await page.request.get('/pt/chat/01a1feb3-934f-70e6-b492-e26717e0a7f7')
  expect(answer.status()).toBe(404)
  // reached from within, so that the page itself asks
  await page.goto('/pt/marketplace')
  await page.evaluate(() => history.pushState({}, '', '/pt/chat/01a1feb3-934f-70e6-b492-e26717e0a7f7'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page.getByRole('heading', { name: words.missing })).toBeVisible()
  await page.getByRole('link', { name: words.back }).click()
  await expect(page).toHaveURL(/\/pt\/marketplace$/)
})
