import { z } from 'zod'
import { Id, Time } from '../field.ts'
import { PublishNote, contentFields, typedTexts, type RecipeContent } from './recipe.model.ts'
import { draftProblems } from './recipe.rules.ts'

/** Checks that concern several fields: all problems at once, each at its field. */
function refuseProblems(content: RecipeContent & { categoryId: string | null }, ctx: z.core.$RefinementCtx): void {
  if (content.categoryId === null)
    ctx.addIssue({ code: 'custom', message: 'recipe.categoryRequired', path: ['categoryId'], input: content })
  for (const { path, key, params } of draftProblems(content))
    ctx.addIssue({
      code: 'custom',
      message: key,
      path: path.split('.'),
      input: content,
      params: params === undefined ? {} : { ...asRecord(params) },
    })
}
const asRecord = (params: unknown): object => (typeof params === 'object' && params !== null ? params : {})

const saving = {
  ...contentFields,
  texts: typedTexts,
  categoryId: Id.nullable().default(null),
  /** Also publishes it; needs `recipe:publish`. */
  publish: z.boolean().default(false),
  note: PublishNote,
}
export const RecipeDraft = z.strictObject(saving).superRefine(refuseProblems)
export type RecipeDraft = z.output<typeof RecipeDraft>
/** `updatedAt`: of the detail that it was made from. */
export const RecipeChange = z.strictObject({ ...saving, id: Id, updatedAt: Time }).superRefine(refuseProblems)
export type RecipeChange = z.output<typeof RecipeChange>
