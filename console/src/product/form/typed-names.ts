import type { BothNames } from '@brigade/contract/product/product.model.ts'
import type { z } from 'zod'

/** The two names of a form, under the paths by which the contract and its refusals call them. */
export type TypedNames = { 'name.en': string; 'name.zh': string }

type Names = z.output<typeof BothNames>

export const typedNames = ({ en, zh }: Names): TypedNames => ({ 'name.en': en, 'name.zh': zh })
export const namesTyped = (typed: TypedNames): Names => ({ en: typed['name.en'], zh: typed['name.zh'] })
