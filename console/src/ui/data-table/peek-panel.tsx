import { useEffect, useId, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import { Box, Row, Stack, Text } from '../layout/layout.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { uiText } from '../ui.text.ts'
import type { RowAction } from './column.ts'
import { PeekFacts, type PeekFact } from './peek-facts.tsx'
import { peekText } from './peek.text.ts'
import css from './peek-panel.module.css'
import { openerOf, rowWith } from './row-focus.ts'

type Shown = Readonly<{
  name: string
  /** The list's facts about it beyond its columns. */
  content: ReactNode
  /** Its columns, those that are not shown too. */
  facts: readonly PeekFact[]
  actions: readonly RowAction[]
}>

type Props = {
  /** `gone`: the list is there, without the row. */
  shown: Shown | 'loading' | 'gone'
  id: string
  body: RefObject<HTMLTableSectionElement | null>
  sheet: RefObject<HTMLDivElement | null>
  isFirst: boolean
  isLast: boolean
  onStep: (by: -1 | 1) => void
  onClose: () => void
}

const nameOf = (shown: Props['shown']): string => (typeof shown === 'string' ? '' : shown.name)

/** A window that is not wide enough for a list and a panel beside it. */
const narrow = '(max-width: 1199px)'

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches)
  useEffect(() => {
    const query = matchMedia(narrow)
    const note = (): void => setNarrow(query.matches)
    query.addEventListener('change', note)
    return () => query.removeEventListener('change', note)
  }, [])
  return isNarrow
}

/** What one row is, beside its list; in a narrow window over it. Its values are the list's own and change with them. */
export function PeekPanel(props: Props) {
  const { shown, sheet, onClose } = props
  const w = useWords(peekText)
  const id = useId()
  const isNarrow = useIsNarrow()
  if (isNarrow)
    return (
      <Modal titleId={id} onEscape={onClose} onPressOutside={onClose} width={480} room={css.edge} className={css.sheet}>
        <div ref={sheet}>
          <Content {...props} titleId={id} />
        </div>
      </Modal>
    )
  return (
    <Box borderLeft ground="paper" shrink>
      <section className={css.panel} aria-label={w.peekOf({ row: nameOf(shown) })}>
        <Content {...props} titleId={id} />
      </section>
    </Box>
  )
}

function Content({ titleId, ...props }: Props & { titleId: string }) {
  const { shown, isFirst, isLast, onStep, onClose } = props
  const w = useWords(peekText)
  return (
    <>
      <header className={css.head}>
        <Text.h2 grow shrink size="m" line="20" anywhere id={titleId} aria-live="polite">
          {nameOf(shown) === '' ? w.details : nameOf(shown)}
        </Text.h2>
        <IconButton
          icon="chevron-up"
          label={w.previousRow}
          disabledReason={isFirst ? w.atFirst : undefined}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon="chevron-down"
          label={w.nextRow}
          disabledReason={isLast ? w.atLast : undefined}
          onClick={() => onStep(1)}
        />
        <IconButton icon="x" label={w.closePeek} onClick={onClose} />
      </header>
      {shown === 'loading' ? (
        <div className={css.wait} aria-busy="true" />
      ) : shown === 'gone' ? (
        <Stack gap="4" padding="24 16">
          <Text weight="500">{w.gone}</Text>
          <Text tone="ink-3">{w.goneHint}</Text>
        </Stack>
      ) : (
        <OneRow {...props} shown={shown} />
      )}
    </>
  )
}

function OneRow({ shown, id, body }: Props & { shown: Shown }) {
  const w = useWords(peekText)
  const { actions, content, facts } = shown
  const isRich = content !== undefined
  return (
    <>
      <Acts actions={actions} opener={useOpener(body, id)} />
      {isRich ? <div className={css.content}>{content}</div> : null}
      {facts.length === 0 ? null : (
        <div className={css.part}>
          {isRich ? (
            <Text.h3 size="xs" weight="500" tone="ink-3">
              {w.otherColumns}
            </Text.h3>
          ) : null}
          <PeekFacts facts={facts} />
        </div>
      )}
    </>
  )
}

/** The list's row knows what it leads to; so the panel asks it. */
function useOpener(body: RefObject<HTMLTableSectionElement | null>, id: string) {
  const [opener, setOpener] = useState<{ href: string | null; press: () => void } | null>(null)
  useLayoutEffect(() => {
    const find = (): HTMLElement | null => openerOf(rowWith(body.current, id))
    const element = find()
    // oxlint-disable-next-line react/set-state-in-effect -- the row is there only after it was drawn
    setOpener(
      element === null
        ? null
        : {
            href: element instanceof HTMLAnchorElement ? element.pathname + element.search + element.hash : null,
            press: () => find()?.click(),
          },
    )
  }, [body, id])
  return opener
}

const maxBeside = 2

function Acts({ actions, opener }: { actions: readonly RowAction[]; opener: ReturnType<typeof useOpener> }) {
  const w = useWords(peekText)
  const u = useWords(uiText)
  if (opener === null && actions.length === 0) return null
  const beside = actions.length <= maxBeside + 1 ? actions : actions.slice(0, maxBeside)
  const rest = actions.slice(beside.length)
  return (
    <Row gap="8" wrap className={css.acts}>
      {opener === null ? null : opener.href === null ? (
        <Button size="small" icon="arrow-right" onClick={opener.press}>
          {w.open}
        </Button>
      ) : (
        <a className={css.open} href={opener.href}>
          <Icon name="arrow-right" />
          {w.open}
        </a>
      )}
      {beside.map(({ key, href, icon, label, disabledReason, onClick }) =>
        href !== undefined && disabledReason === undefined ? (
          <a key={key} className={css.open} href={href}>
            <Icon name={icon} />
            {label}
          </a>
        ) : (
          <Button key={key} size="small" icon={icon} disabledReason={disabledReason} onClick={() => onClick?.()}>
            {label}
          </Button>
        ),
      )}
      {rest.length === 0 ? null : (
        <ActionMenu
          target={<IconButton icon="dots" size="small" label={u.moreActions} aria-haspopup="menu" />}
          actions={rest}
        />
      )}
    </Row>
  )
}
