import { expect, test, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

test('admits all callers until a time-out', () => {
  const probe = vi.fn()
  expect(createCircuitBreaker(probe).admit()).toBeNull()
  expect(probe).not.toHaveBeenCalled()
})

test('after a time-out, all callers wait for one probe and pass if it succeeds', async () => {
  const probe = vi.fn(async () => {})
  const { trip, admit } = createCircuitBreaker(probe)
  trip()
  trip()
  await Promise.all([admit(), admit()])
  await expect.poll(admit).toBeNull()
  expect(probe).toHaveBeenCalledOnce()
})

test('after a failed connection, rejects callers without waiting for a probe', async () => {
  const { open, admit } = createCircuitBreaker(() => new Promise((done) => setTimeout(done, 300)))
  open()
  const started = performance.now()
  await expect(admit()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - started).toBeLessThan(100)
  await expect.poll(admit, { timeout: 5_000 }).toBeNull()
})

test('rejects callers at once while probes fail or hang, and admits them after a success', async () => {
  let works = false
  let probes = 0
  const probe = () => {
    probes += 1
    if (works) return Promise.resolve()
    return probes === 1 ? new Promise(() => {}) : Promise.reject(new Error('refused'))
  }
  const { trip, admit } = createCircuitBreaker(probe)
  trip()
  await expect(admit()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect.poll(() => probes, { timeout: 5_000 }).toBeGreaterThan(2)
  const started = performance.now()
  await expect(admit()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - started).toBeLessThan(50)
  works = true
  await expect.poll(admit, { timeout: 5_000 }).toBeNull()
})
