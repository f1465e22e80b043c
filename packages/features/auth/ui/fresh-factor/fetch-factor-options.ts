import type { PageContext } from '../../../shell/ui/pages/page-context.ts'
import type { FactorOptions } from '../../second-factor-schema.ts'

/** The router's types differ for the binary inputs of extensions; the options are JSON. */
export const fetchFactorOptions = async (api: PageContext['api']): Promise<FactorOptions> =>
  (await (await api()).auth.factorOptions.mutate()) as FactorOptions
