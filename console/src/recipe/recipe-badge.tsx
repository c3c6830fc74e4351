import type { Coverage, RecipeLanguage, RecipeStatus } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeStatusWords } from '@brigade/contract/recipe/recipe.text.ts'
import { recipeLanguageNames, recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { formatNumber } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { StateBadge, type StateShapeName } from '../ui/icon/state-shape.tsx'
import { Row } from '../ui/layout/layout.tsx'
import css from './recipe.module.css'
import { recipeWords } from './recipe.text.ts'

/** `removed`: deleted, but it can still be restored. */
type Shown = RecipeStatus | 'removed'
const shapes: Readonly<Record<Shown, StateShapeName>> = {
  removed: 'disabled',
  unpublished: 'disabled',
  published: 'enabled',
  changed: 'draft',
}

type BadgeProps = {
  status: Shown
  /** True if the column's title names the kind of state. */
  isShort?: boolean
}

export function RecipeBadge({ status, isShort = false }: BadgeProps) {
  const locale = useLocale()
  const r = useWords(recipeWords)
  const word =
    status === 'removed'
      ? r.removedState
      : isShort && status === 'changed'
        ? r.withChanges
        : recipeStatusWords[status][locale]
  return <StateBadge shape={shapes[status]} word={word} />
}

type Extent = Coverage['state'] | 'notChosen'

/** Shows the coverage of a language as a full, half or empty disc. */
export function CoverageShape({ extent }: { extent: Extent }) {
  const w = useWords(recipeWords)
  if (extent === 'notChosen')
    return (
      <svg className={`${css.disc} ${css.notChosen}`} viewBox="0 0 16 16" role="img" aria-label={w.notChosen}>
        <path d="M5 8h6" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    )
  return (
    <svg className={`${css.disc} ${css[extent]}`} viewBox="0 0 16 16" role="img" aria-label={w[extent]}>
      <circle
        cx="8"
        cy="8"
        r="5.25"
        fill={extent === 'full' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {extent === 'half' ? <path d="M8 2.75a5.25 5.25 0 0 1 0 10.5z" fill="currentColor" /> : null}
    </svg>
  )
}

type LanguagesProps = {
  languages: readonly RecipeLanguage[]
  coverage: Readonly<Record<RecipeLanguage, Coverage | null>>
}

/** The languages of a recipe, each with its progress. */
export const LanguageDiscs = ({ languages, coverage }: LanguagesProps) => (
  <Row.span inline size="xs" className={css.discs}>
    {languages.map((language) => (
      <Row.span key={language} inline align="center" lang={language}>
        <CoverageShape extent={coverage[language]?.state ?? 'empty'} />
        {recipeLanguageNames[language]}
      </Row.span>
    ))}
  </Row.span>
)

/** Shows how many languages a recipe has, and how many of them are complete. */
export function LanguageSummary({ languages, coverage }: LanguagesProps) {
  const r = useWords(recipeWords)
  const locale = useLocale()
  const gaps = languages.filter((language) => coverage[language]?.state !== 'full')
  const all = formatNumber(languages.length)
  const tip = (gaps.length === 0 ? languages : gaps)
    .map((language) => recipeLanguageWords[language][locale])
    .join(r.listMark)
  return (
    <Row.span inline size="xs" className={css.discs} data-tip={tip}>
      <Row.span inline align="center">
        <CoverageShape extent={gaps.length === 0 ? 'full' : 'half'} />
        {gaps.length === 0 ? all : `${formatNumber(languages.length - gaps.length)} / ${all}`}
      </Row.span>
      <Row.span inline align="center" className="vh">
        {tip}
      </Row.span>
    </Row.span>
  )
}
