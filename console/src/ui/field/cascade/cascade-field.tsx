import { useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { IconButton } from '../../button/button.tsx'
import { Icon } from '../../icon/icon.tsx'
import { Floating } from '../../kit/floating.tsx'
import { Row, Text } from '../../layout/layout.tsx'
import { uiText } from '../../ui.text.ts'
import { cascadeText } from './cascade.text.ts'
import { CascadeColumns, columnId, nodeId, retryId } from './cascade-columns.tsx'
import { CascadeHits, hitId, hitsId } from './cascade-hits.tsx'
import css from './cascade.module.css'
import { between, depthOf, type CascadePath, type CascadeSource } from './cascade-source.ts'
import fieldCss from '../field.module.css'
import { Field, type FieldProps } from '../field.tsx'
import { useCascade, type Cascade } from './use-cascade.ts'

type Props = FieldProps & {
  source: CascadeSource
  /** The values of the chosen path, the top first. It is empty when nothing is chosen. */
  value: readonly string[]
  onChange: (path: readonly string[]) => void
  placeholder?: string | undefined
}

/**
 * Chooses a path through levels that load as they open, or a hit of a search by typing. The focus stays in the field. Arrows move,
 * Enter takes the marked entry, typing searches all levels, Backspace clears, and Esc closes.
 */
export function CascadeField({ source, value, onChange, placeholder, ...field }: Props) {
  const { label, error, hint, bare, size, required = false, disabled = false } = field
  const w = useWords(uiText)
  const own = useWords(cascadeText)
  const cascade = useCascade({ source, value, onChange })
  const control = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isComposing, setComposing] = useState(false)
  const { isOpen, typed, words } = cascade
  const isSet = value.length > 0
  const shown = typed ?? (cascade.isUnknown ? own.notThere : cascade.hasLostWords ? w.failedTitle : words)

  const open = (): void => {
    cascade.open()
    input.current?.select()
  }
  const clear = (): void => {
    cascade.clear()
    input.current?.focus()
  }
  return (
    <Field {...{ label, error, hint, bare, size }} required={required} disabled={disabled}>
      {({ id, ...aria }) => (
        <>
          <span ref={control} className={`${fieldCss.control} ${css.control}`}>
            <input
              {...aria}
              ref={input}
              id={id}
              role="combobox"
              aria-haspopup="listbox"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={isOpen ? popupIds(id, cascade) : undefined}
              aria-activedescendant={isOpen ? activeId(id, cascade) : undefined}
              data-tip={shown.length > 20 ? shown : undefined}
              autoComplete="off"
              disabled={disabled}
              placeholder={isSet ? w.loading : (placeholder ?? w.choose)}
              value={shown}
              onClick={open}
              onBlur={cascade.close}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => setComposing(false)}
              onChange={(event) => {
                const text = event.currentTarget.value
                // The first typed letter replaces the words of the chosen path.
                cascade.type(typed === null && text.startsWith(shown) ? text.slice(shown.length) : text)
              }}
              onKeyDown={(event) => {
                if (!isComposing) onKey(event, cascade, isSet, open)
              }}
            />
            {isOpen || cascade.path.length < 2 ? null : <Words path={cascade.path} />}
            <FieldEnd onClear={isSet ? clear : undefined} />
          </span>
          {isOpen ? (
            <Floating
              anchor={control}
              focus="leave"
              isAsWide={depthOf(source) === 1}
              className={css.dropdown}
              onClose={cascade.close}
              // A press in the popup must not take the focus from the field.
              onMouseDown={(event) => event.preventDefault()}
            >
              {cascade.isSearching ? (
                <CascadeHits id={id} label={label} cascade={cascade} />
              ) : (
                <CascadeColumns id={id} label={label} source={source} cascade={cascade} />
              )}
            </Floating>
          ) : null}
        </>
      )}
    </Field>
  )
}

function FieldEnd({ onClear }: { onClear: (() => void) | undefined }) {
  const w = useWords(uiText)
  if (onClear === undefined)
    return (
      <Row.span justify="center" tone="ink-3" className={css.mark}>
        <Icon name="chevron-down" size="small" />
      </Row.span>
    )
  return (
    <Row.span justify="center" tone="ink-3" className={css.end}>
      <IconButton icon="x" label={w.clear} size="small" onClick={onClear} />
    </Row.span>
  )
}

/** Shows the chosen path over the field while the focus is elsewhere. A path that is too long keeps its end. */
function Words({ path }: { path: CascadePath }) {
  const above = path.slice(0, -1).map(({ label }) => label + between)
  return (
    <Row.span align="center" ground="paper" className={css.words} aria-hidden="true">
      <Text overflow="hidden" tone="ink-3" ellipsis className={css.above}>
        {above.join('')}
      </Text>
      <Text overflow="hidden" shrink ellipsis className={css.last}>
        {path.at(-1)?.label}
      </Text>
    </Row.span>
  )
}

const popupIds = (id: string, cascade: Cascade): string =>
  cascade.isSearching ? hitsId(id) : cascade.columns.map((_, level) => columnId(id, level)).join(' ')

function activeId(id: string, { isSearching, hits, hitAt, search, spot, columns }: Cascade): string | undefined {
  if (isSearching) return search.hasFailed ? retryId(id) : hits[hitAt] === undefined ? undefined : hitId(id, hitAt)
  const column = columns[spot.level]
  if (column?.hasFailed === true) return retryId(columnId(id, spot.level))
  const index = column?.nodes.findIndex(({ value }) => value === spot.cursor) ?? -1
  return index === -1 ? undefined : nodeId(id, spot.level, index)
}

const moves = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const

function onKey(event: KeyboardEvent, cascade: Cascade, isSet: boolean, open: () => void): void {
  const { key } = event
  const done = (): void => event.preventDefault()
  if (!cascade.isOpen) {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      done()
      open()
    } else if (key === 'Backspace' && isSet) {
      done()
      cascade.clear()
    }
    return
  }
  if (cascade.isSearching) onSearchKey(event, cascade)
  else if (key === 'Backspace' && !cascade.typed) {
    done()
    cascade.clear()
  } else onLevelKey(event, cascade)
}

function onSearchKey(event: KeyboardEvent, cascade: Cascade): void {
  const { hits, hitAt, search } = cascade
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const hit = hits[hitAt]
  if (step !== undefined) {
    event.preventDefault()
    if (hits.length > 0) cascade.setHitAt((hitAt + step + hits.length) % hits.length)
  } else if (event.key === 'Enter') {
    // Enter must not send the form while a search is in flight or has no hit.
    event.preventDefault()
    if (search.hasFailed) search.retry()
    else if (hit !== undefined && !search.isLoading) void cascade.takeHit(hit)
  }
}

function onLevelKey(event: KeyboardEvent, cascade: Cascade): void {
  const { spot, columns } = cascade
  const column = columns[spot.level]
  const node = column?.nodes.find(({ value }) => value === spot.cursor)
  const { key } = event
  if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End') cascade.move(moves[key])
  else if (key === 'ArrowRight') {
    if (node !== undefined && cascade.opensMore(node, spot.level)) cascade.enter()
  } else if (key === 'ArrowLeft') cascade.leave()
  else if (key === 'Enter') {
    if (column?.hasFailed === true) column.retry()
    else if (node !== undefined) cascade.choose(spot.level, node, true)
  } else return
  event.preventDefault()
}
