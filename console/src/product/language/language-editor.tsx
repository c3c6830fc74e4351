import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { LanguageTag, ProductWords } from '@brigade/contract/product/language/language.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, type KeyboardEvent } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { emptyValue } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { EditFoot } from '../../ui/form/edit-foot.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from './language.module.css'
import { languageText, wordsText } from './language.text.ts'
import { isTooLong, type useTypedWords } from './use-language-words.ts'
import type { WordFilter } from './word-filter.ts'
import { WordTable } from './word-table.tsx'

type Props = {
  productId: string
  language: LanguageTag
  work: ReturnType<typeof useTypedWords>
  filter: WordFilter
  onFilter: (filter: WordFilter) => void
}

const nothing: Readonly<Record<string, string>> = {}

/** The words of one language: table, unsaved changes, and the save button. */
export function LanguageEditor({ productId, language, work, filter, onFilter }: Props) {
  const w = useWords(wordsText)
  const nameOf = useNameOf()
  const locale = useLocale()
  const mayEdit = usePlatformCan()('product-language:update')
  const { data, error, refetch } = useQuery(ask(languageApi.languageWords, { productId, language }, { quiet: true }))
  const mine = work.typed[language]
  const words = mine?.base ?? data
  const { type, refused } = work
  const onType = useCallback(
    (key: string, text: string) => {
      if (words !== undefined) type(language, words, key, text)
    },
    [type, language, words],
  )
  if (words === undefined)
    return error === null ? <Bones /> : <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const texts = mine?.texts ?? nothing
  const name = nameOf(languageWords[language])
  const save = async (): Promise<void> => {
    const wrong = Object.entries(texts).find(([, text]) => isTooLong(text))
    if (wrong !== undefined) return showWord(wrong[0], onFilter)
    if (await work.save(language)) toastDone(w.saved({ name }))
  }
  const byKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (mine !== undefined) void save()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles Ctrl S for all fields in it
    <Stack flex shrink borderLeft className={css.editor} onKeyDown={byKey}>
      {work.clash?.language === language ? (
        <EditClash
          message={work.clash.by.messageIn(locale)}
          clashes={work.clash.keys.map((key) => ({
            key,
            label: wordOf(words, key),
            mine: work.clash?.texts[key] || emptyValue,
            theirs: work.clash?.now.words.find((word) => word.key === key)?.text || emptyValue,
          }))}
          taken={[]}
          onKeepMine={() => work.decide('mine')}
          onTakeTheirs={() => work.decide('theirs')}
        />
      ) : (
        <RefusedNote message={refused} />
      )}
      <WordTable
        language={language}
        words={words}
        texts={texts}
        filter={filter}
        onFilter={onFilter}
        mayEdit={mayEdit}
        refusedAt={(key) =>
          refused === null || typeof refused === 'string' ? undefined : refused.fieldIn(`texts.${key}`, locale)
        }
        onType={onType}
      />
      {mayEdit ? (
        <Foot
          unsaved={Object.keys(texts).length}
          tooLong={Object.entries(texts).flatMap(([key, text]) => (isTooLong(text) ? [key] : []))}
          isBusy={work.isBusy}
          onJump={(key) => showWord(key, onFilter)}
          onSave={save}
          onUndo={() => work.forget(language)}
        />
      ) : null}
    </Stack>
  )
}

const wordOf = ({ words }: ProductWords, key: string): string => words.find((word) => word.key === key)?.en ?? key

/** Scrolls to a word, which filters or another page may hide. */
function showWord(key: string, onFilter: (filter: WordFilter) => void): void {
  const find = (): HTMLElement | null => document.querySelector<HTMLElement>(`[data-word="${CSS.escape(key)}"]`)
  const field = find()
  if (field !== null) return field.focus()
  onFilter({ show: 'all', kind: undefined, keyword: key.split('.')[1] ?? '' })
  requestAnimationFrame(() => find()?.focus())
}

type FootProps = {
  unsaved: number
  tooLong: readonly string[]
  isBusy: boolean
  onJump: (key: string) => void
  onSave: () => Promise<void>
  onUndo: () => void
}

function Foot({ unsaved, tooLong, isBusy, onJump, onSave, onUndo }: FootProps) {
  const w = useWords(wordsText)
  const [first] = tooLong
  return (
    <EditFoot
      wrong={first === undefined ? undefined : { words: w.problems({ n: tooLong.length }), onGo: () => onJump(first) }}
      isDirty={unsaved > 0}
      state={unsaved === 0 ? w.allSaved : w.unsaved({ n: unsaved })}
      padding="8 16"
    >
      {unsaved === 0 ? null : (
        <Button look="quiet" onClick={onUndo}>
          {w.undo}
        </Button>
      )}
      <Button
        look="primary"
        busy={isBusy}
        disabledReason={unsaved === 0 && !isBusy ? w.allSaved : undefined}
        onClick={() => void onSave()}
      >
        {w.save}
      </Button>
    </EditFoot>
  )
}

function Bones() {
  const w = useWords(languageText)
  return (
    <Stack gap="12" padding="16" role="status" aria-label={w.languages}>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Box.span key={line} height="28" radius="s" ground="hover" />
      ))}
    </Stack>
  )
}
