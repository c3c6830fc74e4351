import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import type { SavedFilter, SavedQuery, useSavedFilters } from '../../platform/habits/saved-filters.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { parseSearch, stringifySearch } from '../../platform/address/url-search.ts'
import { Button, IconButton } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Row, Stack, Text } from '../layout/layout.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { uiText } from '../ui.text.ts'
import css from './saved-filters.module.css'

type Saved = ReturnType<typeof useSavedFilters>
type Props = { saved: Saved; query: SavedQuery; active: SavedFilter | undefined; onClose: () => void }

/** The server accepts no longer text. */
const longestName = 30

/** The person's saved filters of the list: apply, save, rename, remove. */
export function SavedFiltersPanel({ saved, query, active, onClose }: Props) {
  const w = useWords(uiText)
  const whole = useRef<HTMLDivElement>(null)
  const { filters, error } = saved
  return (
    <Stack flex ref={whole} className={css.panel} tabIndex={-1} data-autofocus="">
      {filters === undefined ? (
        error === null ? (
          <Text.p padding="12" tone="ink-3">
            {w.loading}
          </Text.p>
        ) : (
          <ErrorPanel message={error.message} onRetry={saved.refetch} />
        )
      ) : filters.length === 0 ? (
        <Text.p padding="12" tone="ink-3">
          {w.noSavedFilters}
        </Text.p>
      ) : (
        <Filters {...{ filters, saved, active, onClose }} onGone={() => whole.current?.focus()} />
      )}
      {Object.keys(query).length === 0 ? (
        <Box.p padding="12" rigid borderTop className={css.foot}>
          {w.nothingToSave}
        </Box.p>
      ) : (
        <SaveForm key={active?.id ?? ''} {...{ filters: filters ?? [], saved, query, active, onClose }} />
      )}
    </Stack>
  )
}

type FiltersProps = Pick<Props, 'saved' | 'active' | 'onClose'> & {
  filters: readonly SavedFilter[]
  /** The element that has the focus disappears. */
  onGone: () => void
}

function Filters({ filters, saved, active, onClose, onGone }: FiltersProps) {
  const w = useWords(uiText)
  const apply = (filter: SavedFilter): void => {
    onClose()
    // The size of pages is the person's, not the filter's.
    const { pageSize } = parseSearch(location.search)
    go(location.pathname + stringifySearch({ ...filter.query, pageSize }))
  }
  const remove = (filter: SavedFilter): void => {
    onGone()
    const { name, query } = filter
    saved.remove.mutate(filter, {
      onSuccess: () =>
        toastOffer(w.filterRemoved({ name }), { label: w.undo, run: () => saved.save.mutate({ name, query }) }),
    })
  }
  return (
    <Box.ul overflow="auto" minHeight="0" className={css.list} aria-label={w.savedFilters}>
      {filters.map((filter) => (
        <Row.li key={filter.id} gap="4" align="center" radius="xs">
          <Row.button
            align="center"
            radius="xs"
            textAlign="left"
            tone="ink"
            grow
            shrink
            type="button"
            className={css.apply}
            aria-current={filter === active ? 'true' : undefined}
            data-cut=""
            onClick={() => apply(filter)}
            onKeyDown={moveFocus}
          >
            <Icon name={filter === active ? 'check' : 'bookmark'} />
            <Text cut>{filter.name}</Text>
          </Row.button>
          <IconButton
            icon="trash"
            size="small"
            label={w.removeFilter({ name: filter.name })}
            onClick={() => remove(filter)}
          />
        </Row.li>
      ))}
    </Box.ul>
  )
}

/** Arrow keys go from name to name. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const line = event.currentTarget.closest('li')
  const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[event.key]
  if (next === undefined || next === null) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}

type SaveProps = Props & { filters: readonly SavedFilter[] }

/** Saves the current filters under a name. An existing name gets the new filters. */
function SaveForm({ filters, saved, query, active, onClose }: SaveProps) {
  const w = useWords(uiText)
  const [name, setName] = useState(active?.name ?? '')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const typed = name.trim()
  const taken = filters.find((filter) => filter.name.toLowerCase() === typed.toLowerCase())
  const isSaved = taken !== undefined && taken.name === typed && taken === active
  const send = async (renamed?: SavedFilter): Promise<void> => {
    if (isBusy) return
    if (typed === '') return setRefused(w.nameNeeded)
    setBusy(true)
    try {
      await saved.save.mutateAsync({ name: typed, query })
      if (renamed !== undefined) await saved.remove.mutateAsync(renamed)
      toastDone(w.filterSaved({ name: typed }))
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? (error.fields['name'] ?? error.message) : String(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isSaved) void send()
  }
  const canRename = active !== undefined && taken === undefined && typed !== ''
  return (
    <Box.form padding="12" rigid borderTop className={css.foot} onSubmit={submit} noValidate>
      <TextField
        label={w.filterName}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        error={refused}
        hint={taken === undefined || taken === active ? undefined : w.filterTaken({ name: taken.name })}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setRefused(undefined)
        }}
      />
      <Row gap="8" justify="end">
        {canRename ? (
          <Button size="small" busy={isBusy} onClick={() => void send(active)}>
            {w.rename}
          </Button>
        ) : null}
        <Button type="submit" size="small" busy={isBusy} disabledReason={isSaved ? w.savedAlready : undefined}>
          {taken !== undefined && !isSaved ? w.replace : canRename ? w.saveAsNew : w.save}
        </Button>
      </Row>
    </Box.form>
  )
}
