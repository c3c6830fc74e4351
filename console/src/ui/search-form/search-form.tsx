import { lazy, Suspense, useState, type FormEvent, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { remember, remembered } from '../../platform/remember.ts'
import { Button } from '../button/button.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { Grid, Row } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { ChipRow } from './chip-row.tsx'
import { setChips, type Chip } from './chip.ts'
import { draftOf, keyOf, namesOf, without, type Draft, type Filter, type SearchPatch } from './filter.ts'
import { OneFilter } from './one-filter.tsx'
import { useFieldChips } from './field-chips.ts'
import { useHalfSpanChips } from './span-text.ts'
import { isText, trimmed, usePause, waitingTexts } from './waiting-text.ts'
import css from './search-form.module.css'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })))

/** Spec 9: search forms show 4 filters; the rest come with "expand". */
const alwaysShown = 4

type Props<S extends object> = {
  /** Under which the expanded state is remembered. */
  name: string
  filters: readonly Filter<keyof S & string>[]
  /** The address may hold these filters in addition to the fields. */
  chips?: readonly Chip<keyof S & string>[] | undefined
  search: S
  onSearch: (patch: SearchPatch<S>) => void
  /**
   * Filters that depend on each other: returns the other changes that follow from the one just made (spec 2, online and
   * state).
   */
  link?: (changed: keyof S & string, draft: Draft) => Draft
}

/**
 * Filters of a list. A choice applies at once; a text after a pause, or at Enter or Search, and is marked until then. Reset clears, "/" focuses
 * the first. The applied filters are in the address, and stand below the fields, each with a button that removes it.
 */
export function SearchForm<S extends object>({ name, filters, chips = [], search, onSearch, link }: Props<S>) {
  const w = useWords(uiText)
  const applied = draftOf(filters, search)
  const { typed, setTyped, noteSent } = useTyped(applied)
  const draft = typed ?? applied
  const [isOpen, expand] = useExpanded(name)
  const isPhone = useIsPhone()
  const halves = useHalfSpanChips(filters, applied)
  const fieldChips = useFieldChips(filters)
  const folded = foldedOf(filters, applied, halves)
  const shown = isOpen ? filters : folded

  const send = (values: Draft, kept: Draft | null, alsoRemoved: readonly (keyof S & string)[] = []): void => {
    const patch = without<S>(alsoRemoved)
    for (const filter of filters) for (const key of namesOf(filter)) patch[key] = values[key]
    noteSent(draftOf(filters, patch), kept)
    onSearch({ ...patch, pageNum: undefined })
  }
  const change = (key: keyof S & string, patch: Draft): void => {
    const changed = { ...draft, ...patch }
    const next = { ...changed, ...link?.(key, changed) }
    setTyped(next)
    // Texts that were typed in other fields are applied too, so that no field contradicts the rows.
    if (!isText(filters, key)) send(next, next)
  }
  const settled = trimmed(filters, draft)
  const waiting = typed === null ? [] : waitingTexts(filters, settled, applied)
  // The typed text is kept as it is while it is sent.
  const pause = usePause(waiting.length === 0 ? null : JSON.stringify(settled), () => send(settled, null))

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send(draft, typed)
  }
  const reset = (): void => {
    const cleared = {}
    const others = chips.flatMap(({ names }) => names)
    setTyped(cleared)
    send(cleared, cleared, others)
  }

  const onForm = { role: 'search', 'aria-label': w.filters, onSubmit: submit, ...pause } as const
  const field = (filter: (typeof filters)[number], index: number) => (
    <OneFilter
      key={keyOf(filter)}
      filter={filter}
      draft={draft}
      onChange={change}
      isFirst={index === 0}
      isWaiting={waiting.includes(keyOf(filter))}
    />
  )
  const applies = [...fieldChips, ...halves, ...chips]
  const chipRow = (
    <ChipRow
      chips={applies}
      search={search}
      onRemove={(names) => onSearch({ ...without<S>(names), pageNum: undefined })}
    />
  )
  if (isPhone)
    return (
      <PhoneForm
        onForm={onForm}
        fields={filters.map(field)}
        // What is typed first stays in reach: a serial number is found without opening anything.
        inReach={filters[0]?.kind === 'text' ? 1 : 0}
        count={setChips(applies, search).length}
        chips={chipRow}
        onReset={reset}
      />
    )
  return (
    <Grid.form gap="16" padding="16 24" align="end" className={css.form} {...onForm}>
      {shown.map(field)}
      <Acts
        rows={Math.ceil(shown.length / alwaysShown)}
        rest={filters.length - folded.length}
        isOpen={isOpen}
        onReset={reset}
        onExpand={expand}
      />
      {chipRow}
    </Grid.form>
  )
}

/** The filters in sight while the form is folded: a filter that is set stays there, so that nothing narrows the list unseen. */
function foldedOf<K extends string>(
  filters: readonly Filter<K>[],
  applied: Draft,
  halves: readonly Chip<K>[],
): readonly Filter<K>[] {
  const isSet = (filter: Filter<K>): boolean =>
    namesOf(filter).some((key) => applied[key] !== undefined) &&
    !halves.some(({ names }) => names[0] === namesOf(filter)[0])
  return filters.filter((filter, index) => index < alwaysShown || isSet(filter))
}

/** Whether all fields of a form are shown, as this browser remembers it. */
function useExpanded(name: string): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(() => remembered(`filters.${name}`, (value) => value === true, false))
  const toggle = (): void => {
    remember(`filters.${name}`, !isOpen)
    setOpen(!isOpen)
  }
  return [isOpen, toggle]
}

type PhoneProps = {
  onForm: { role: 'search'; 'aria-label': string; onSubmit: (event: FormEvent) => void } & ReturnType<typeof usePause>
  fields: readonly ReactNode[]
  /** So many of the fields stand above the list, the others in the sheet. */
  inReach: number
  /** How many filters are set. */
  count: number
  chips: ReactNode
  onReset: () => void
}

/** On a phone the filters are in a sheet, and what is set of them above the list. */
function PhoneForm({ onForm, fields, inReach, count, chips, onReset }: PhoneProps) {
  const w = useWords(uiText)
  const [isOpen, setOpen] = useState(false)
  const { role, 'aria-label': label, onSubmit, ...typing } = onForm
  return (
    <>
      <Row.form
        gap="8"
        padding="12 16"
        align="end"
        wrap
        className={css.short}
        role={role}
        aria-label={label}
        onSubmit={onSubmit}
        {...typing}
      >
        {fields.slice(0, inReach)}
        <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {count === 0 ? w.filter : w.filtersSet({ n: count })}
        </Button>
        {chips}
      </Row.form>
      {isOpen ? (
        <Suspense fallback={null}>
          <FilterSheet onClose={() => setOpen(false)} onReset={onReset} onSubmit={onSubmit} typing={typing}>
            {fields.slice(inReach)}
          </FilterSheet>
        </Suspense>
      ) : null}
    </>
  )
}

type ActsProps = { rows: number; rest: number; isOpen: boolean; onReset: () => void; onExpand: () => void }

/** The buttons stand beside all rows of filters, so that no filter is below them. */
function Acts({ rows, rest, isOpen, onReset, onExpand }: ActsProps) {
  const w = useWords(uiText)
  return (
    <Row gap="8" alignSelf="start" marginTop="20" className={css.go} style={{ gridRow: `1 / span ${rows}` }}>
      <Button type="submit">{w.search}</Button>
      <span className={css.narrow}>
        <Button look="quiet" icon="refresh" onClick={onReset}>
          {w.reset}
        </Button>
      </span>
      {rest <= 0 ? null : (
        <span className={css.narrow}>
          <Button look="quiet" icon={isOpen ? 'chevron-up' : 'chevron-down'} onClick={onExpand} aria-expanded={isOpen}>
            {isOpen ? w.fewer : w.more({ n: rest })}
          </Button>
        </span>
      )}
    </Row>
  )
}

/**
 * Input that is not in the address yet; null without any. A change of the address by other means (totals, back, clear)
 * replaces it. The address follows a search or reset of the form itself a moment later, and input of that moment stays.
 */
function useTyped(applied: Draft) {
  const [typed, setTyped] = useState<Draft | null>(null)
  const [sent, setSent] = useState<{ key: string; typed: Draft | null } | null>(null)
  const appliedKey = JSON.stringify(applied)
  const [seenKey, setSeenKey] = useState(appliedKey)
  if (seenKey !== appliedKey) {
    setSeenKey(appliedKey)
    if (sent?.key !== appliedKey || sent.typed === typed) setTyped(null)
    setSent(null)
  }
  return {
    typed,
    setTyped,
    noteSent: (values: Draft, kept: Draft | null) => setSent({ key: JSON.stringify(values), typed: kept }),
  }
}
