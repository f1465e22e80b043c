import { PassThrough, Writable } from 'node:stream'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { runProgram } from './program.ts'

test('a reader that stops reading, as head does, ends no command', async () => {
  const stdout = new Writable({
    write: (_text, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  })
  const closed = new Promise((done) => stdout.once('close', done))
  let isDone = false
  const program = new Command('list').action(async () => {
    stdout.write('Ana\n')
    await closed
    isDone = true
  })
  expect(await runProgram(program, [], { stdout, stderr: new PassThrough() })).toBe(0)
  expect(isDone).toBe(true)
})
