import type { Request } from 'express'

/** Whether a person's browser opens the address to show it (Fetch Metadata; browsers without it say that they take HTML). */
export const isNavigation = ({ method, headers }: Pick<Request, 'method' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['sec-fetch-mode'] === 'navigate' ||
    (headers['sec-fetch-mode'] === undefined && /text\/html/i.test(headers.accept ?? '')))
