import type {
  LanguageTag,
  ProductWord,
  ProductWords,
  WordKind,
} from '@brigade/contract/product/language/language.model.ts'
import { wordKinds, wordLimits } from '@brigade/contract/product/language/language.model.ts'
import { languageWords, templateKindWords } from '@brigade/contract/product/product.text.ts'
import { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
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
  /** The refusal of the server for a word, by its key. */
  refusedAt: (key: string) => string | undefined
  onType: (key: string, text: string) => void
}

/** Shows all words of a product beside one language, in pages. The keyboard moves between the fields. */
export function WordTable({ language, words, texts, filter, onFilter, mayEdit, refusedAt, onType }: Props) {
  const w = useWords(wordsText)
  const nameOf = useNameOf()
  const name = nameOf(languageWords[language])
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => shownWords(words.words, filter), [words, filter])
  const counts = useMemo(() => countsOf(words.words), [words])
  const pages = usePages(list, filter, shown.length)
  const { start, end, turn } = pages
  const groups = useMemo(() => groupsOf(shown.slice(start, start + wordsPerPage)), [shown, start])
  const headed = useGroupHeads(words.words)
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of the fields in it
        <Box borderTop ref={list} role="group" aria-label={w.words({ name })} onKeyDown={onKeyDown}>
          <Grid
            gap="16"
            align="center"
            minHeight="40"
            ground="canvas"
            tone="ink-3"
            size="xs"
            weight="500"
            borderBottom
            className={`${css.word} ${css.wordHeads}`}
            aria-hidden="true"
          >
            <span>{w.english}</span>
            <span>{w.chinese}</span>
            <span>{name}</span>
            <span>{w.state}</span>
          </Grid>
          {groups.map((group) => {
            const { title, mono } = headed(group)
            return (
              <GroupSection key={group.key} group={group} title={title} mono={mono}>
                {(word, isAlone) => (
                  <WordRow
                    key={word.key}
                    word={word}
                    identifier={isAlone ? mono : undefined}
                    typed={texts[word.key]}
                    language={language}
                    languageName={name}
                    error={isTooLong(texts[word.key] ?? '') ? w.tooLong({ max: wordLimits.text }) : refusedAt(word.key)}
                    mayEdit={mayEdit}
                    onType={onType}
                  />
                )}
              </GroupSection>
            )
          })}
        </Box>
      )}
      {shown.length === 0 ? null : <PageTurner pages={pages} count={shown.length} keys={mayEdit ? w.keys : ''} />}
    </>
  )
}

/** The page on screen. A new filter begins at the first page; a turn by the keyboard focuses the first or last field of the new page. */
function usePages(list: RefObject<Element | null>, filter: WordFilter, count: number) {
  const [page, setPage] = useState(0)
  const [seen, setSeen] = useState(filter)
  if (seen !== filter) {
    setSeen(filter)
    setPage(0)
  }
  const start = Math.min(page, Math.max(0, Math.ceil(count / wordsPerPage) - 1)) * wordsPerPage
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
  return { start, end: Math.min(start + wordsPerPage, count), turn }
}

type TurnerProps = { pages: ReturnType<typeof usePages>; count: number; keys: string }

function PageTurner({ pages: { start, end, turn }, count, keys }: TurnerProps) {
  const w = useWords(wordsText)
  return (
    <Row
      gap="4"
      padding="8 16"
      align="center"
      tone="ink-2"
      size="xs"
      className={css.pages}
      role="group"
      aria-label={w.pages}
    >
      <Text tone="ink-3" grow>
        {keys}
      </Text>
      <span>{w.range({ from: formatNumber(start + 1), to: formatNumber(end), of: formatNumber(count) })}</span>
      <IconButton
        icon="chevron-left"
        label={w.previous}
        disabledReason={start === 0 ? w.previous : undefined}
        onClick={() => turn(-1, null)}
      />
      <IconButton
        icon="chevron-right"
        label={w.next}
        disabledReason={end >= count ? w.next : undefined}
        onClick={() => turn(1, null)}
      />
    </Row>
  )
}

type SectionProps = {
  group: WordGroup
  title: string
  mono: string
  children: (word: ProductWord, isAlone: boolean) => ReactNode
}

function GroupSection({ group, title, mono, children }: SectionProps) {
  // A function of one word needs no head of its own.
  const isAlone = group.words.length === 1 && group.kind === 'function'
  return (
    <section className={css.group} aria-label={title}>
      {isAlone ? null : (
        <h2>
          <span>{title}</span>
          {mono === '' ? null : <code>{mono}</code>}
        </h2>
      )}
      <ul>{group.words.map((word) => children(word, isAlone))}</ul>
    </section>
  )
}

/** Names a group by its function or template, or "Faults". */
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

/** Enter and the arrows move between the words. In a text of several lines the arrows move the cursor. */
function stepOf(event: KeyboardEvent): number {
  // While a Chinese or Japanese word is being composed, Enter accepts the word.
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return 0
  if (event.key === 'Enter') return event.shiftKey ? -1 : 1
  if (event.target instanceof HTMLTextAreaElement) return 0
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
}
