import { z } from 'zod'
import { zoneShape } from './time-zone.rules.ts'
import { isVisible, nameFault } from './letters/unseen.rules.ts'

/**
 * The fields that all domains share, each with its rule and the key of its refusal (field.text.ts). A refinement's message is a text key,
 * so that form and server have the same message in both languages.
 */

/** Spec 5: an 11-digit mainland mobile number starting with 1, second digit 3-9. */
export const Phone = z.string().regex(/^1[3-9]\d{9}$/, 'field.phone')

/** Empty means none given. */
export const Email = z.union([z.literal(''), z.email('field.email').max(120)])

/** Marks a field as secret: it is masked before anything is stored of a call. */
export const secretMark = 'x-secret'
export const secret = <T extends z.ZodType>(type: T): T => type.meta({ [secretMark]: true })

/** Spec 5: 6 to 14 letters or digits only. */
export const Password = secret(z.string().regex(/^[A-Za-z0-9]{6,14}$/, 'field.password'))

/** Ids are opaque strings to clients; ours are positive 64-bit integers. */
export const Id = z
  .string()
  .min(1, 'field.required')
  .regex(/^[1-9]\d{0,17}$/, 'field.id')

/** The largest number that a column of PostgreSQL's type integer holds: versions are such. */
export const largestInteger = 2_147_483_647

/** Marks a text that is refused if it has no visible character, so that walks over all calls find it. */
export const nameMark = 'x-name'

/** Refuses invisible characters (unseen.rules.ts), and names them. */
export const asName = <T extends z.ZodType<string>>(type: T) =>
  type
    .superRefine((text, ctx) => {
      const fault = nameFault(text)
      if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault.key, params: fault.params, input: text })
    })
    .meta({ [nameMark]: true })

/** A required line of text that is a name. */
export const Line = (max: number) => asName(z.string().trim().min(1, 'field.required').max(max))

/** A name, a place or a number that may be left out: empty when not given. */
export const OptionalName = (max: number) => asName(z.string().trim().max(max))

/** A required text of several words or lines: with something to read in it. */
export const RequiredText = (max: number) =>
  z.string().trim().min(1, 'field.required').max(max).refine(isVisible, 'field.unseen')

/** An optional line of text: empty when not given. */
export const OptionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text === '' || isVisible(text), 'field.unseen')

/** An instant in JSON: ISO 8601, UTC. There is no year 0. */
export const Instant = z.iso.datetime().refine((instant) => !instant.startsWith('0000'), 'field.invalid')

/** The accepted years of days and times. Outside them statements fail, and loops over days would not end. */
const years = { first: 2000, last: 2100 }
const isInYears = (time: string): boolean => {
  const year = Number(time.slice(0, 4))
  return year >= years.first && year <= years.last
}
/** The bounds in the API document. */
const inYears = { description: `From ${years.first} to ${years.last}`, 'x-years': [years.first, years.last] }

/** An instant in an input. */
export const Time = Instant.refine(isInYears, 'field.year').meta(inYears)

/** A day in an input, YYYY-MM-DD. */
export const Day = z.iso.date().refine(isInYears, 'field.year').meta(inYears)

/**
 * The name of a time zone, by its shape: which ones there are is known to the server's database, and the server refuses
 * the others at this field with the same words.
 */
export const TimeZone = z.string().max(60).regex(zoneShape, 'field.timeZone')

/** Empty: none given. */
export const OptionalTimeZone = z.union([z.literal(''), TimeZone])

/** An optional filter: an empty value in a URL means no filter. */
export const filter = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional())

/** Ids of rows, with commas between: at most as many as two pages have. */
export const IdList = z.string().regex(/^\d{1,18}(,\d{1,18}){0,159}$/, 'field.invalid')

/** A number that may come as digits, as in an address. An empty text and null are no number, which `Number` takes for 0. */
export const Digits = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), type)

/** One of a few numbers, which may be given as digits. */
export const NumberOf = <const N extends number>(allowed: readonly N[], message: string) =>
  Digits(z.number().refine((value): value is N => allowed.some((one) => one === value), message)).meta({
    type: 'integer',
    enum: allowed,
  })

/** Describes a text that holds JSON in the API document, with its schema if it is one of ours. */
export function jsonInText(holds: string, shape?: z.ZodType) {
  const { $schema: _, ...contentSchema } =
    shape === undefined ? {} : z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return {
    contentMediaType: 'application/json',
    description: `JSON as text: ${holds}`,
    ...(shape === undefined ? {} : { contentSchema }),
  }
}

/** A yes-or-no in a URL. */
export const Flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean(),
)
