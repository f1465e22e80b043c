import { expect, test } from 'vitest'
import { chosenLanes, runLanes } from './lanes.mjs'

const lanes = {
  check: { run: () => 0 },
  unit: { run: (words: string[]) => words.length },
  e2e: { run: (words: string[]) => words.length },
}
const chosen = (...args: string[]) => Object.fromEntries(chosenLanes(args, lanes))

test('runs every lane without arguments, and only the named lanes with them', () => {
  expect(chosen()).toEqual({ check: [], unit: [], e2e: [] })
  expect(chosen('e2e', 'check')).toEqual({ e2e: [], check: [] })
})

test('passes the words after a lane to that lane as file filters', () => {
  expect(chosen('unit', 'compile', 'rules', 'e2e', 'bookmarks')).toEqual({ unit: ['compile', 'rules'], e2e: ['bookmarks'] })
})

test('rejects an unknown lane, and file filters for a lane that takes none', () => {
  expect(() => chosen('bookmarks')).toThrow('There is no lane bookmarks; the lanes are check, unit, e2e.')
  expect(() => chosen('check', 'bookmarks')).toThrow('The lane check takes no file filters, such as bookmarks.')
})

/** Lanes that end when the test says so. */
function trial(capacity: number, shares: Record<string, number>) {
  const started: string[] = []
  const ended: string[] = []
  const ends = new Map<string, (code: number) => void>()
  const writes = new Map<string, (text: string) => void>()
  let shown = ''
  const done = runLanes(
    Object.entries(shares).map(([name, share]) => ({ name, share })),
    {
      capacity,
      start: (name: string, write: (text: string) => void) => {
        started.push(name)
        writes.set(name, write)
        return new Promise<number>((end) => ends.set(name, end))
      },
      show: (text: string) => {
        shown += text
      },
      onEnd: (name: string, { code }: { code: number }) => ended.push(`${name} ${code}`),
    },
  )
  return {
    done,
    started,
    ended,
    write: (name: string, text: string) => writes.get(name)?.(text),
    end: async (name: string, code = 0) => {
      ends.get(name)?.(code)
      await new Promise(setImmediate)
    },
    shown: () => shown,
  }
}

test('starts lanes in order, as many as have room, and one that needs more than the machine alone', async () => {
  const { started, end, done } = trial(1, { a: 0.4, b: 0.6, c: 0.5, d: 2 })
  expect(started).toEqual(['a', 'b'])
  await end('a')
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await end('d')
  await done
})

test('a lane whose share is beyond the machine runs alone', async () => {
  const { started, end, done } = trial(4, { a: 1, alone: 1_000, b: 1 })
  expect(started).toEqual(['a'])
  await end('a')
  expect(started).toEqual(['a', 'alone'])
  await end('alone')
  expect(started).toEqual(['a', 'alone', 'b'])
  await end('b')
  await done
})

test('shows the output of the first lane as it arrives, and that of others in one piece afterwards', async () => {
  const { write, end, done, shown } = trial(1, { a: 0.5, b: 0.5 })
  write('b', 'b1 ')
  write('a', 'a1 ')
  expect(shown()).toBe('\n── a ──\na1 ')
  await end('b')
  write('a', 'a2\n')
  await end('a')
  await done
  expect(shown().replace(/\d\.\d/g, '0.0')).toBe('\n── a ──\na1 a2\n── a: 0.0 s\n\n── b ──\nb1 ── b: 0.0 s\n')
})

test('tells the end of a lane at once, even if its output waits', async () => {
  const { end, done, ended, shown } = trial(1, { a: 0.5, b: 0.5 })
  await end('b', 1)
  expect(ended).toEqual(['b 1'])
  expect(shown()).not.toContain('── b ──')
  await end('a')
  await done
})
