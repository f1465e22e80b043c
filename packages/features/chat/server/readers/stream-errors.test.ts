import { procedure, type RequestContext, router } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { expect, test } from 'vitest'

// resolves to the error with which a stream ends after its first event
async function endOf(failure: Error): Promise<unknown> {
  const streams = router({
    broken: procedure.subscription(async function* () {
      yield 'text'
      throw failure
    }),
  })
  const response = await fetchRequestHandler({
    endpoint: '/',
    req: new Request('http://localhost/broken', { headers: { accept: 'text/event-stream' } }),
    router: streams,
    createContext: () => ({ apiKey: null }) as RequestContext,
  })
  const [, data] = /event: serialized-error\ndata: (.*)/.exec(await response.text()) ?? []
  return JSON.parse(data ?? 'null')
}

test.each(Object.keys(errorStatus) as ErrorCode[])('a stream that ends with %s names its status', async (code) => {
  const failure = new AppError(code, { retryAfterSeconds: 5 })
  const data = { appCode: code, httpStatus: errorStatus[code], retryAfterSeconds: 5 }
  expect(await endOf(failure)).toMatchObject({ message: code, data })
})

test('a replaced stream counts as too many requests', async () => {
  expect(await endOf(new AppError('stream_replaced'))).toMatchObject({ code: -32029, data: { code: 'TOO_MANY_REQUESTS' } })
})

test('a stream that loses the database is unavailable, and an unknown error is internal', async () => {
  const lost = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(await endOf(lost)).toMatchObject({
    message: 'unavailable',
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: 'unavailable', retryAfterSeconds: 5 },
  })
  const unknown = await endOf(new Error('secret'))
  expect(unknown).toMatchObject({ message: 'internal', data: { httpStatus: 500, appCode: 'internal' } })
  expect(JSON.stringify(unknown)).not.toContain('secret')
})
