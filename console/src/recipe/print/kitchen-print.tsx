import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { PrintedRecipe } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeDetail, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Row, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { KitchenSheet } from './kitchen-sheet.tsx'
import css from './print.module.css'
import { printText } from './print.text.ts'

/** One page for the kitchen wall, in its printed form. Only the page itself is printed. */
export function KitchenPrint({ recipe }: { recipe: RecipeDetail }) {
  const w = useWords(printText)
  const locale = useLocale()
  const [language, setLanguage] = useState<RecipeLanguage>(
    recipe.languages.includes(locale) ? locale : recipe.baseLanguage,
  )
  const [version, setVersion] = useState(recipe.publishedVersion ?? 0)
  const { data, error, refetch } = useQuery(
    askPage(recipeApi.print, { id: recipe.id, language, version }, { quiet: true }),
  )
  const published = recipe.publishedVersion
  return (
    <Stack gap="16" padding="16 gutter 24">
      <Row gap="12" align="end" wrap>
        <SelectField
          bare
          label={w.language}
          value={language}
          options={recipe.languages.map((value) => ({ value, label: recipeLanguageWords[value][locale] }))}
          onChange={(value) => setLanguage(recipeLanguages.find((each) => each === value) ?? language)}
        />
        <SelectField
          bare
          label={w.version}
          value={String(version)}
          options={[
            ...(published === null ? [] : [{ value: String(published), label: `v${published}` }]),
            ...(recipe.isOwn ? [{ value: '0', label: w.draft }] : []),
          ]}
          onChange={(value) => setVersion(Number(value))}
        />
        <Button look="primary" onClick={() => print()}>
          {w.print}
        </Button>
      </Row>
      {data === undefined ? (
        error === null ? (
          <p role="status">{w.loading}</p>
        ) : (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Preview printed={data} />
          {createPortal(
            <div className={css.printed}>
              <KitchenSheet printed={data} />
            </div>,
            document.body,
          )}
        </>
      )}
    </Stack>
  )
}

/** The whole page, scaled down if the screen is narrower than paper. */
function Preview({ printed }: { printed: PrintedRecipe }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const page = element.querySelector('article')
      if (page !== null && element.clientWidth > 0)
        element.style.setProperty('--shrink', String(element.clientWidth / page.offsetWidth))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <Box padding="16" overflow="auto" ground="canvas" border="line" className={css.preview}>
      <Box margin="0 auto" overflow="hidden" full ref={frame} className={css.frame}>
        <KitchenSheet printed={printed} />
      </Box>
    </Box>
  )
}
