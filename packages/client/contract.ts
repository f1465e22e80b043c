import type * as forms from '@duo/features/schemas'
import type { AppRouter } from '@duo/features/server'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'

type Forms = typeof forms

/** The API for external callers, without the server's types. declarations/router-types.ts evaluates it. */
export interface Contract {
  inputs: inferRouterInputs<AppRouter>
  outputs: inferRouterOutputs<AppRouter>
  formInputs: { [Name in keyof Forms]: z.input<Forms[Name]> }
  formOutputs: { [Name in keyof Forms]: z.output<Forms[Name]> }
}

/** The package's declarations replace it with a router that lists every procedure. */
export type DuoRouter = AppRouter
