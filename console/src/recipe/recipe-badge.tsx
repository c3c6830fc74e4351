import type { CoverageByLanguage, RecipeStatus } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageNames, recipeStatusWords } from '@brigade/contract/recipe/recipe.text.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { StateBadge, StateShape, type StateShapeName } from '../ui/icon/state-shape.tsx'
import css from './recipe.module.css'
import { recipeText } from './recipe.text.ts'

const shapes: Readonly<Record<RecipeStatus, StateShapeName>> = {
  unpublished: 'standby',
  published: 'online',
  changed: 'preheating',
}

export function RecipeStatusBadge({ status }: { status: RecipeStatus }) {
  const locale = useLocale()
  return <StateBadge shape={shapes[status]} word={recipeStatusWords[status][locale]} />
}

const coverageShapes = { full: 'completed', half: 'preheating', empty: 'offline' } as const

/** Each language of a recipe with how much of it is there: a shape and a word, the figures on hover. */
export function CoverageMarks({ coverage }: { coverage: CoverageByLanguage }) {
  const w = useWords(recipeText)
  return (
    <span className={css.marks}>
      {recipeLanguages.map((language) => {
        const own = coverage[language]
        if (own === null) return null
        const name = recipeLanguageNames[language]
        const { state, done, total, outdated } = own
        const said = w.coverage({ language: name, done, total }) + (outdated === 0 ? '' : w.outdated({ count: outdated }))
        return (
          <span key={language} className={css.mark} data-tip={said} aria-label={said} role="img">
            <StateShape name={outdated > 0 && state === 'full' ? 'preheating' : coverageShapes[state]} />
            <span aria-hidden="true">{name}</span>
          </span>
        )
      })}
    </span>
  )
}
