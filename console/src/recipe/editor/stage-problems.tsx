import { stageUnitWords } from '@brigade/contract/recipe/recipe.text.ts'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import rows from './stages.module.css'
import { editorText } from './editor.text.ts'
import type { Placed } from './model-problems.ts'
import { withStage } from './draft/typed-recipe.ts'

type Props = {
  id: string | undefined
  problems: readonly Placed[]
  editing: Editing
  index: number
  stage: Stage
}

/** The problems of a stage, under its row; one press corrects a figure beyond its limits. */
export function StageProblems({ id, problems, editing, index, stage }: Props) {
  const locale = useLocale()
  const w = useWords(editorText)
  if (problems.length === 0) return null
  return (
    <Stack.ul
      gap="2"
      tone="bad"
      weight="500"
      marginTop="4"
      size="xs"
      line="16"
      className={rows.errors}
      id={id}
      aria-live="polite"
    >
      {problems.map(({ path, message, mend }, at) => (
        <li key={`${path} ${at}`}>
          <Icon name="alert" size="small" />
          <span>{message}</span>
          {mend === undefined ? null : (
            <Text.button
              tone="link"
              type="button"
              className={css.link}
              onClick={() => editing.change((before) => withStage(before, index, { ...stage, [lastOf(path)]: mend }))}
            >
              {w.setTo({ value: `${formatNumber(mend)} ${unitAt(path, locale)}` })}
            </Text.button>
          )}
        </li>
      ))}
    </Stack.ul>
  )
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
const unitsByField: ReadonlyMap<string, Words> = new Map(Object.entries(stageUnitWords))
const unitAt = (path: string, locale: Locale): string => unitsByField.get(lastOf(path))?.[locale] ?? ''
