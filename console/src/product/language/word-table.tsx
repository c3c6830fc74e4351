import type {
  LanguageTag,
  ProductWord,
  ProductWords,
  WordKind,
} from '@brigade/contract/product/language/language.model.ts'
import { wordKinds, wordLimits } from '@brigade/contract/product/language/language.model.ts'
import { languageWords, templateKindWords } from '@brigade/contract/product/product.text.ts'
import { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import css from './language.module.css'
import { wordsText } from './language.text.ts'
import { isTooLong } from './use-language-words.ts'
import { countsOf, groupsOf, shownWords, wordsPerPage, type WordFilter, type WordGroup } from './word-filter.ts'
import { WordFilters } from './word-filters.tsx'
import { WordRow } from './word-row.tsx'

type Props = {
  language: LanguageTag
  words: ProductWords
  texts: Readonly<Record<string, string>>
  filter: WordFilter
  onFilter: (filter: WordFilter) => void
  mayEdit: boolean
  /** What the server has against a word, by key. */
  refusedAt: (key: string) => string | undefined
  onType: (key: string, text: string) => void
}

/** All words of a product beside one language, page by page, made for the keyboard. */
export function WordTable({ language, words, texts, filter, onFilter, mayEdit, refusedAt, onType }: Props) {
  const w = useWords(wordsText)
  const nameOf = useNameOf()
  const name = nameOf(languageWords[language])
  const list = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(0)
  const [seen, setSeen] = useState(filter)
  if (seen !== filter) {
    setSeen(filter)
    setPage(0)
  }
  const shown = useMemo(() => shownWords(words.words, filter), [words, filter])
  const counts = useMemo(() => countsOf(words.words), [words])
  const start = Math.min(page, Math.max(0, Math.ceil(shown.length / wordsPerPage) - 1)) * wordsPerPage
  const groups = useMemo(() => groupsOf(shown.slice(start, start + wordsPerPage)), [shown, start])
  const headed = useGroupHeads(words.words)
  const end = Math.min(start + wordsPerPage, shown.length)

  const turned = useRef<'first' | 'last' | null>(null)
  const turn = (by: number, then: 'first' | 'last' | null): void => {
    turned.current = then
    setPage(start / wordsPerPage + by)
  }
  useEffect(() => {
    if (turned.current === null) return
    const fields = fieldsIn(list.current)
    fields.at(turned.current === 'first' ? 0 : -1)?.focus()
    turned.current = null
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = stepOf(event)
    if (by === 0) return
    event.preventDefault()
    const fields = fieldsIn(list.current)
    const at = fields.findIndex((field) => field === event.target)
    const next = fields[at + by]
    if (next !== undefined) focusWhole(next)
    else if (by > 0 && end < shown.length) turn(1, 'first')
    else if (by < 0 && start > 0) turn(-1, 'last')
  }
  return (
    <>
      <WordFilters filter={filter} counts={counts} kinds={kindsIn(words.words)} onFilter={onFilter} />
      {shown.length === 0 ? (
        <NothingShown
          isEmpty={words.words.length === 0}
          filter={filter}
          onClear={() => onFilter({ show: 'all', kind: undefined, keyword: '' })}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields in it
        <div className={css.words} ref={list} role="group" aria-label={w.words({ name })} onKeyDown={onKeyDown}>
          <div className={`${css.word} ${css.wordHeads}`} aria-hidden="true">
            <span>{w.english}</span>
            <span>{w.chinese}</span>
            <span>{name}</span>
            <span>{w.state}</span>
          </div>
          {groups.map((group) => {
            const { title, mono } = headed(group)
            // A function of one word needs no head of its own.
            const isAlone = group.words.length === 1 && group.kind === 'function'
            return (
              <section key={group.key} className={css.group} aria-label={title}>
                {isAlone ? null : (
                  <h2>
                    <span>{title}</span>
                    {mono === '' ? null : <code>{mono}</code>}
                  </h2>
                )}
                <ul>
                  {group.words.map((word) => {
                    const typed = texts[word.key]
                    return (
                      <WordRow
                        key={word.key}
                        word={word}
                        identifier={isAlone ? mono : undefined}
                        typed={typed}
                        language={language}
                        languageName={name}
                        error={isTooLong(typed ?? '') ? w.tooLong({ max: wordLimits.text }) : refusedAt(word.key)}
                        mayEdit={mayEdit}
                        onType={onType}
                      />
                    )
                  })}
                </ul>
              </section>
            )
          })}
        </div>
      )}
      {shown.length === 0 ? null : (
        <div className={css.pages} role="group" aria-label={w.pages}>
          <span className={css.keys}>{mayEdit ? w.keys : ''}</span>
          <span>
            {w.range({ from: formatNumber(start + 1), to: formatNumber(end), of: formatNumber(shown.length) })}
          </span>
          <IconButton
            icon="chevron-left"
            label={w.previous}
            disabledReason={start === 0 ? w.previous : undefined}
            onClick={() => turn(-1, null)}
          />
          <IconButton
            icon="chevron-right"
            label={w.next}
            disabledReason={end >= shown.length ? w.next : undefined}
            onClick={() => turn(1, null)}
          />
        </div>
      )}
    </>
  )
}

/** Names the groups: by the function's own name, the template's, or "Faults". */
function useGroupHeads(words: readonly ProductWord[]): (group: WordGroup) => { title: string; mono: string } {
  const w = useWords(wordsText)
  const nameOf = useNameOf()
  const names = useMemo(
    () => new Map(words.flatMap((word) => (word.kind === 'function' ? [[word.of, word]] : []))),
    [words],
  )
  return ({ kind, of }) => {
    if (kind === 'fault') return { title: w.fault, mono: '' }
    const template = kind === 'template' ? TemplateKind.safeParse(of).data : undefined
    if (template !== undefined) return { title: `${w.template}: ${nameOf(templateKindWords[template])}`, mono: '' }
    const own = names.get(of)
    return { title: own === undefined ? of : nameOf(own), mono: of }
  }
}

type NothingProps = { isEmpty: boolean; filter: WordFilter; onClear: () => void }

function NothingShown({ isEmpty, filter, onClear }: NothingProps) {
  const w = useWords(wordsText)
  if (isEmpty) return <EmptyPanel title={w.noWords} hint={w.noWordsHint} icon="language" />
  const isOnlyShow = filter.keyword.trim() === '' && filter.kind === undefined
  const title =
    isOnlyShow && filter.show === 'missing'
      ? w.allDone
      : isOnlyShow && filter.show === 'changed'
        ? w.noneChanged
        : w.nothingFound
  return <EmptyPanel title={title} icon="filter-off" onAction={onClear} actionLabel={w.clear} />
}

const kindsIn = (words: readonly ProductWord[]): readonly WordKind[] =>
  wordKinds.filter((kind) => words.some((word) => word.kind === kind))

const fieldsIn = (list: Element | null): readonly (HTMLInputElement | HTMLTextAreaElement)[] => [
  ...(list?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-word]') ?? []),
]

function focusWhole(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.focus()
  field.select()
}

/** Enter and the arrows go from word to word; in a text of several lines the arrows are the text's own. */
function stepOf(event: KeyboardEvent): number {
  // While a Chinese or Japanese word is being composed, Enter takes the word.
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return 0
  if (event.key === 'Enter') return event.shiftKey ? -1 : 1
  if (event.target instanceof HTMLTextAreaElement) return 0
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
}
