import { z } from 'zod'

/** A value as a device reports it: what its thing model allows. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export const Value: z.ZodType<Value, Value> = z.json()
