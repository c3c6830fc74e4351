import { useEffect, useRef, useState, type Dispatch, type KeyboardEvent, type SetStateAction } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { SignOutConfirm } from '../../session/sign-out-confirm.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Modal } from '../../ui/kit/modal.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { shellText } from '../shell.text.ts'
import type { PaletteItem } from './palette-items.ts'
import css from './palette.module.css'
import { takeKeystrokes } from './early-keystrokes.ts'
import { usePaletteGroups, type PaletteGroup } from './use-palette-groups.ts'

/** Ctrl-K opens one field that finds screens, devices and actions. The focus stays in the field; arrows move the choice. */
export function Palette({ onClose }: { onClose: () => void }) {
  const w = useWords(shellText)
  const [text, setText] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [isSigningOut, setSigningOut] = useState(false)
  const { groups, isSearching } = usePaletteGroups(text, () => setSigningOut(true))
  const items = groups.flatMap((group) => group.items)
  // What arrives later moves the list, not the choice.
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosenKey),
  )
  const chosen = items[at]

  const take = (item: PaletteItem | undefined): void => {
    if (item === undefined || item.whyNot !== undefined) return
    if (item.key === 'sign-out') return item.run?.()
    // The act may open a dialog of its own, which returns the focus to where it is now.
    flushSync(onClose)
    item.run?.()
    if (item.href !== undefined) go(item.href)
  }
  const onKey = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined && items.length > 0) {
      event.preventDefault()
      setChosenKey(items[(at + move + items.length) % items.length]?.key ?? null)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(chosen)
    }
  }
  if (isSigningOut) return <SignOutConfirm isOpen onClose={onClose} />
  return (
    <Modal
      label={w.paletteTitle}
      onEscape={onClose}
      onPressOutside={onClose}
      width={560}
      room={css.room}
      className={css.content}
    >
      <PaletteField text={text} onText={setText} onType={() => setChosenKey(null)} chosen={chosen} onKey={onKey} />
      <Box
        padding="8"
        overflow="auto"
        className={css.list}
        id="palette-list"
        role="listbox"
        aria-label={w.paletteTitle}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            chosen={chosen}
            onTake={take}
            onHover={(item) => setChosenKey(item.key)}
          />
        ))}
      </Box>
      {items.length === 0 ? (
        <Text.p padding="24 8" textAlign="center" tone="ink-3" role="status">
          {isSearching ? w.paletteSearching : w.paletteNothing}
        </Text.p>
      ) : null}
      <Text.p padding="8 16" size="xs" line="16" tone="ink-3" borderTop>
        {w.paletteKeys}
      </Text.p>
    </Modal>
  )
}

type FieldProps = {
  text: string
  onText: Dispatch<SetStateAction<string>>
  /** Is called when the person types, and not for the keystrokes before the palette was there. */
  onType: () => void
  chosen: PaletteItem | undefined
  onKey: (event: KeyboardEvent) => void
}

function PaletteField({ text, onText, onType, chosen, onKey }: FieldProps) {
  const w = useWords(shellText)
  // The field is focused when it appears, so that no keystroke is lost in between.
  const [begin] = useState(() => (field: HTMLInputElement | null): void => {
    if (field === null) return
    field.focus()
    const early = takeKeystrokes()
    if (early !== '') onText((typed) => typed + early)
  })
  return (
    <Row gap="12" padding="0 16" align="center" borderBottom className={css.field}>
      <Icon name="search" />
      <input
        ref={begin}
        role="combobox"
        aria-label={w.paletteTitle}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.key}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={w.paletteField}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          onType()
        }}
        onKeyDown={onKey}
      />
    </Row>
  )
}

type GroupProps = {
  group: PaletteGroup
  chosen: PaletteItem | undefined
  onTake: (item: PaletteItem) => void
  onHover: (item: PaletteItem) => void
}

function Group({ group, chosen, onTake, onHover }: GroupProps) {
  return (
    <div role="group" aria-label={group.title}>
      <Text.div padding="8 8 4" size="xs" line="16" weight="500" tone="ink-3" aria-hidden="true">
        {group.title}
      </Text.div>
      {group.items.map((item) => (
        <Item key={item.key} item={item} isChosen={item === chosen} onTake={onTake} onHover={onHover} />
      ))}
    </div>
  )
}

function Item({
  item,
  isChosen,
  onTake,
  onHover,
}: {
  item: PaletteItem
  isChosen: boolean
  onTake: (item: PaletteItem) => void
  onHover: (item: PaletteItem) => void
}) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // The field keeps the focus and its keys choose (aria-activedescendant); the pointer may click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <Row
      gap="12"
      padding="0 8"
      align="center"
      radius="s"
      pointer
      wrap={item.whyNot !== undefined}
      ref={line}
      id={`palette-${item.key}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={item.whyNot === undefined ? undefined : true}
      className={css.item}
      onClick={() => onTake(item)}
      onPointerMove={() => isChosen || onHover(item)}
    >
      <Icon name={item.icon} />
      <Text cut grow shrink tone={item.whyNot === undefined ? undefined : 'ink-3'}>
        {item.label}
      </Text>
      {item.note === undefined ? null : (
        <Text size="xs" tone="ink-3" shrink cut={item.whyNot === undefined} ownLine={item.whyNot !== undefined}>
          {item.note}
        </Text>
      )}
    </Row>
  )
}
