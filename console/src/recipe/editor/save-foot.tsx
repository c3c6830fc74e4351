import type { RecipeProblem } from '@brigade/contract/recipe/recipe.model.ts'
import { coverageOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { goToPlace } from '../../ui/form/form-places.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { recipeWords } from '../recipe.text.ts'
import css from './editor.module.css'
import foot from './save-foot.module.css'
import { editorText } from './editor.text.ts'
import type { Placed } from './model-problems.ts'
import { placeName } from './problem-places.ts'
import type { Editing } from './editing.ts'
import type { Problems } from './use-problems.ts'

type Props = {
  editing: Editing
  problems: Problems
  isDirty: boolean
  isBusy: boolean
  onCancel: () => void
  onSave: () => void
  /** Undefined: the account may not publish. */
  onPublish: (() => void) | undefined
}

/** The problems, as links to their fields; a note about unsaved input; and the buttons. */
export function SaveFoot({ editing, problems, isDirty, isBusy, onCancel, onSave, onPublish }: Props) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  return (
    <Row.footer gap="8" padding="8 gutter" align="center" ground="paper" wrap borderTop className={foot.foot}>
      <ProblemList editing={editing} problems={problems} />
      <Incomplete editing={editing} />
      <Box.span grow />
      {isDirty ? <StateBadge shape="draft" tone="warn" word={w.unsaved} /> : null}
      <Button onClick={onCancel}>{w.cancel}</Button>
      <Button busy={isBusy} look={onPublish === undefined ? 'primary' : 'plain'} onClick={onSave}>
        {r.save}
      </Button>
      {onPublish === undefined ? null : (
        <Button look="primary" busy={isBusy} onClick={onPublish}>
          {w.saveAndPublish}
        </Button>
      )}
    </Row.footer>
  )
}

/**
 * Texts that are missing in a language are read in English, else in the base language. A text missing in the base is a
 * problem, not a note.
 */
function Incomplete({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const locale = useLocale()
  const { baseLanguage, languages, texts } = editing.typed
  const gaps = languages.filter(
    (each) => each !== baseLanguage && coverageOf(texts[baseLanguage], texts[each]).state !== 'full',
  )
  if (gaps.length === 0) return null
  const seen = languages.includes('en') && !gaps.includes('en') ? 'en' : baseLanguage
  return (
    <p className={`${css.hint} ${foot.incomplete}`}>
      {w.incomplete({ n: gaps.length, seen: recipeLanguageWords[seen][locale] })}
    </p>
  )
}

function ProblemList({ editing, problems }: { editing: Editing; problems: Problems }) {
  const w = useWords(editorText)
  const locale = useLocale()
  const { all, notes, isChecked, blocksPublishing } = problems
  const [first] = all
  const goTo = (path: string): void => goToPlaceOf(path, editing)
  return (
    <Row gap="8" align="center" tone="bad" shrink>
      {first === undefined ? (
        <Text tone="ink-3" role="status">
          {isChecked && !blocksPublishing ? w.noProblems : w.notChecked}
        </Text>
      ) : (
        <>
          <Icon name="alert" />
          <Panel
            label={w.allProblems}
            button={w.problems({ n: all.length })}
            rows={all}
            nameOf={(path) => placeName(editing.typed, path, locale)}
            onGo={goTo}
          />
          <Text.button tone="bad" type="button" className={css.link} onClick={() => goTo(first.path)}>
            {placeName(editing.typed, first.path, locale)}
          </Text.button>
        </>
      )}
      {notes.length === 0 ? null : (
        <Panel
          label={w.allNotes}
          button={w.notes({ n: notes.length })}
          rows={notes}
          nameOf={(path) => placeName(editing.typed, path, locale)}
          onGo={goTo}
        />
      )}
    </Row>
  )
}

/** A text of another language is on its own tab, which comes first. */
function goToPlaceOf(path: string, { setLanguage, typed }: Editing): void {
  const [first, second] = path.split('.')
  const language = first === 'texts' ? typed.languages.find((each) => each === second) : undefined
  if (language !== undefined) setLanguage(language)
  requestAnimationFrame(() => goToPlace(path))
}

type PanelProps = {
  label: string
  button: string
  rows: readonly (Placed | RecipeProblem)[]
  nameOf: (path: string) => string
  onGo: (path: string) => void
}

function Panel({ label, button, rows, nameOf, onGo }: PanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PopPanel
      label={label}
      position="bottom-start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      flush
      target={
        <Button size="small" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {button}
        </Button>
      }
    >
      <Stack.ul gap="4" padding="8" className={foot.problemList}>
        {rows.map(({ path, message }, index) => (
          <li key={`${path} ${index}`}>
            <Stack.button
              padding="4 6"
              textAlign="left"
              radius="xs"
              full
              type="button"
              onClick={() => {
                setOpen(false)
                onGo(path)
              }}
            >
              <Text.b weight="500">{message}</Text.b>
              <Text.small size="xs" tone="ink-3">
                {nameOf(path)}
              </Text.small>
            </Stack.button>
          </li>
        ))}
      </Stack.ul>
    </PopPanel>
  )
}
