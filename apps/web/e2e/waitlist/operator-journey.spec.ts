import { anyWidth, expect } from '../support/fixtures.ts'
import { storedOf, emptyTest as test } from '../support/joining/launch.ts'
import {
  confirmElsewhere,
  expectKnown,
  expectMailed,
  joinElsewhere,
  newEmail,
  readMail,
  takeTurn,
} from '../support/joining/way.ts'
import { english as words } from '../words/joining-words.ts'

const wave = ['invite', '--wave', 'launch', '--size', '2', '--by-referrals', '0.5']

/** A row of the printed tables. */
const row = (...cells: (string | number)[]) => new RegExp(`^ *${cells.join(' +')}(?: |$)`, 'm')

test(
  'an operator on launch day knows funnel, sources and whom a wave invites, and page, mail and account of the invited say the same',
  anyWidth,
  async ({ page, inbox, browser, launch }) => {
    test.setTimeout(90_000)
    const { list } = words
    const names = { caio: newEmail(words, 'caio'), rui: newEmail(words, 'rui'), ana: newEmail(words, 'ana') }
    const { caio, rui, ana } = names
    const bia = newEmail(words, 'bia')
    const ofAna = { page, inbox, email: ana, words, launch }

    // help is in each command
    expect(await launch.waitlist('invite', '--help')).toContain('npm run waitlist -- invite --wave spring')

    for (const email of Object.values(names)) await joinElsewhere(browser, launch, email)
    await confirmElsewhere(browser, inbox, rui)
    await page.goto(await readMail(ofAna, list.confirmSubject, list.confirm, [words.mailTurn]))
    await expectKnown(ofAna, {
      place: page.getByRole('heading', { level: 1, name: 'You are 3rd on the list' }),
      next: page.getByText(words.nothingToDo),
      stored: { confirmed_at: expect.any(Date), wave: null },
      mailed: [list.confirmSubject],
    })
    await joinElsewhere(browser, launch, bia, (await storedOf(launch, ana)).referral_code)
    await confirmElsewhere(browser, inbox, bia)

    const before = await launch.waitlist('stats')
    for (const step of [
      row('joined', 4, '100 %'),
      row('confirmed', 3, '75 %'),
      row('invited', 0, '0 %'),
      row('account', 0, '0 %'),
    ])
      expect(before).toMatch(step)
    // joined, confirmed, surveyed, followed up, invited, account
    expect(before).toMatch(row('direct', 3, 2, 0, 0, 0, 0))
    expect(before).toMatch(row('friend', 1, 1, 0, 0, 0, 0))

    const planned = [row('friends', ana, 1, 3), row('position', rui, 0, 2), /2 people \(1 by friends, 1 by position\) of 2\./]
    const dry = await launch.waitlist(...wave, '--dry-run')
    for (const text of [...planned, /would invite .* Nothing was changed\./]) expect(dry).toMatch(text)
    expect(await storedOf(launch, ana)).toMatchObject({ wave: null })
    const done = await launch.waitlist(...wave, '--yes')
    for (const text of [...planned, /Invited 2 people; the wave has 2 of 2\. Their mails go out now; npm run waitlist -- stats/])
      expect(done).toMatch(text)

    // the invited read it, and no one else does
    await expectMailed(inbox, rui, [words.turnSubject, list.confirmSubject])
    for (const email of [bia, caio]) await expectMailed(inbox, email, [list.confirmSubject])
    await page.reload()
    const turn = page.getByRole('region', { name: words.turn })
    const earlier = [list.friendMail, list.confirmSubject]
    await expectKnown(ofAna, {
      place: page.getByRole('heading', { level: 1, name: 'You are 1st on the list' }),
      next: turn.getByText(words.createWith),
      stored: { wave: 'launch' },
      mailed: [words.turnSubject, ...earlier],
    })
    // inviting no longer moves ana up
    await expect(page.getByText(words.first)).toBeVisible()
    await takeTurn(ofAna, { wave: 'launch' }, earlier)

    const shown = await launch.waitlist('show', ana)
    expect(shown).toMatch(/^position +1 \(joined as 3, 2 gained by friends/m)
    expect(shown).toMatch(/^wave +launch, /m)
    expect(shown).toMatch(row('account', ana))
    expect(shown).toMatch(/^Jobs waiting\n {2}none/m)
    const after = await launch.waitlist('stats')
    for (const step of [row('invited', 2, '50 %'), row('account', 1, '25 %'), row('launch', 2)]) expect(after).toMatch(step)
    expect(after).toMatch(row('direct', 3, 2, 0, 0, 2, 1))
  },
)
