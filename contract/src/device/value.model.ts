import { z } from 'zod'

/** A value that a device reports, of a type that its thing model allows. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export const Value: z.ZodType<Value, Value> = z.json()
