import { AppError } from '@duo/platform/shared/errors.ts'
import { type AuthEndpoint, authEndpoints } from '../../auth-endpoints.ts'

const endpoints: ReadonlyMap<string, AuthEndpoint> = new Map(Object.entries(authEndpoints))

export const allowedEndpoints: readonly { name: string; method: AuthEndpoint['method']; input: AuthEndpoint['input'] }[] = [
  ...endpoints,
].map(([name, { method, input }]) => ({ name: `/${name}`, method, input }))

const nameOf = (path: string) => path.slice(1).replace(/^callback\/[\w-]+$/, 'callback/*')

/** For metrics and logs, which must not contain paths of callers. */
export const endpointName = (path: string): string => (endpoints.has(nameOf(path)) ? `/${nameOf(path)}` : 'unknown')

/** Throws `not_found` or `method_not_allowed`. */
export function findEndpoint(path: string, method: string): AuthEndpoint {
  const endpoint = endpoints.get(nameOf(path))
  if (!endpoint) throw new AppError('not_found')
  if (endpoint.method !== method) throw new AppError('method_not_allowed')
  return endpoint
}
