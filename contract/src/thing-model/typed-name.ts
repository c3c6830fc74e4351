import { locales, type Locale } from '../locale.ts'
import { TypedName, type FunctionName } from './thing-model.model.ts'

/** Spec 5, for names that a person types. An imported name stays until somebody types another (decision 0032). */

/** The languages in which a name violates the rule. `was`: the name at the start of the edit. */
export const wrongNames = (name: FunctionName, was?: FunctionName): Locale[] =>
  locales.filter((locale) => name[locale] !== was?.[locale] && !TypedName.safeParse(name[locale]).success)

type Named = Readonly<{ identifier: string; name: FunctionName }>

/**
 * Parameters, or members of a structure, with the name of an earlier one in the same list. Those with an equal identifier are reported by
 * that instead.
 */
export function repeatedNames(
  list: readonly Named[],
  before: readonly Named[] = [],
): { index: number; locale: Locale }[] {
  const wasSo = ({ identifier, name }: Named, locale: Locale): boolean =>
    before.some((old) => old.identifier === identifier && old.name[locale] === name[locale])
  return list.flatMap((one, index) =>
    locales
      .filter((locale) =>
        list
          .slice(0, index)
          .some(
            (other) =>
              other.identifier !== one.identifier &&
              one.name[locale] !== '' &&
              other.name[locale] === one.name[locale] &&
              !(wasSo(one, locale) && wasSo(other, locale)),
          ),
      )
      .map((locale) => ({ index, locale })),
  )
}
