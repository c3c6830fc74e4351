import type { RecipeProblem } from '@brigade/contract/recipe/recipe.model.ts'

/** Something wrong with a recipe at a place of the form. */
export type Placed = Readonly<{
  path: string
  message: string
  /** A value that would mend it. */
  mend?: number | undefined
  /** True if only publishing is refused for it. */
  isForPublishing?: boolean
  /** The model that refuses it. */
  productId?: string
}>

/** The reasons of each model that refuses, by its id. */
export type Unfit = ReadonlyMap<string, readonly string[]>

/** Returns the problems that the server found in any model; those that the form found itself are left out. */
export function modelProblems(found: readonly RecipeProblem[], own: readonly Placed[]) {
  const known = new Set(own.map(({ path }) => path))
  const placed = found
    .filter(({ path, product }) => product !== null || !known.has(path))
    .map(({ path, message, product, nearest }): Placed => ({
      path,
      message,
      isForPublishing: true,
      mend: nearest ?? undefined,
      ...(product === null ? {} : { productId: product.id }),
    }))
  const unfit: Unfit = new Map(
    [...Map.groupBy(placed, ({ productId }) => productId)].flatMap(([id, ofModel]): [string, string[]][] =>
      id === undefined ? [] : [[id, ofModel.map(({ message }) => message)]],
    ),
  )
  return { placed, unfit }
}
