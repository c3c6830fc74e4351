import { z } from 'zod'
import { endpoints, get, nothing, post } from '../endpoint.ts'
import { Id, Instant, filter, jsonInText } from '../field.ts'

/** Unsaved input of an editor. Only the console reads it; the server stores it unchanged, for its account alone. */
export const unsavedLimits = { characters: 400_000, perAccount: 100, days: 90 } as const

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
const Typed = z
  .string()
  .max(unsavedLimits.characters)
  .refine((text) => !text.includes('\0') && isObject(text), 'field.invalid')
  .meta(jsonInText('an object, as the editor keeps it'))

const Kept = z.object({ typed: z.string(), keptAt: Instant })
/** Null: a recipe that was never saved. */
const RecipeReference = z.strictObject({ id: Id.nullable().default(null) })

export const unsavedRecipeApi = endpoints('recipe', {
  unsaved: get('/web/cookbook/unsaved/detail', {
    access: 'recipe:view',
    summary: { en: 'Unsaved changes of a recipe', zh: '读取未保存的菜谱内容' },
    description: 'Of the caller’s account, from whichever device. Without `id`: of a new recipe.',
    query: z.strictObject({ id: filter(Id) }),
    reply: Kept.nullable(),
  }),
  keepUnsaved: post('/web/cookbook/unsaved/keep', {
    access: 'recipe:view',
    summary: { en: 'Keep unsaved changes of a recipe', zh: '暂存未保存的菜谱内容' },
    description: `For the caller’s account alone, for ${unsavedLimits.days} days. The recipe itself does not change.`,
    body: RecipeReference.extend({ typed: Typed }),
    reply: z.object({ keptAt: Instant }),
    log: false,
  }),
  forgetUnsaved: post('/web/cookbook/unsaved/forget', {
    access: 'recipe:view',
    summary: { en: 'Delete unsaved changes of a recipe', zh: '清除未保存的菜谱内容' },
    body: RecipeReference,
    reply: nothing,
    log: false,
  }),
})
