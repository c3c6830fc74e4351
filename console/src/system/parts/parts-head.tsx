import { useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'
import type { PartsState } from './use-parts-draft.ts'

type Props = {
  base: PartsState
  /** The displayed list belongs to the organisation itself, saved or not. */
  isOwn: boolean
  mayEdit: boolean
  isDirty: boolean
  onKeepOwn: () => void
  onGiveUp: () => Promise<void>
}

/**
 * The head explains the list and names who saved it and when. For an inherited list it names the owner and offers to start an
 * own list.
 */
export function PartsHead({ base, isOwn, mayEdit, isDirty, onKeepOwn, onGiveUp }: Props) {
  const w = useWords(partsText)
  const [isAsking, setAsking] = useState(false)
  const { inheritedFrom, updatedAt, updatedBy } = base
  const keeper = useKeeperName(inheritedFrom)
  return (
    <Row gap="4 16" padding="0 gutter" align="center" minHeight="28" tone="ink-3" size="s" wrap className={css.head}>
      <Box.p grow>
        {w.hint}
        {updatedAt === null ? null : ` ${w.savedAt({ at: formatTime(updatedAt), by: updatedBy })}`}
      </Box.p>
      {updatedAt === null || !mayEdit ? null : (
        <Button
          size="small"
          look="quiet"
          disabledReason={isDirty ? w.unsaved : undefined}
          onClick={() => setAsking(true)}
        >
          {w.giveUp}
        </Button>
      )}
      {inheritedFrom === null ? null : (
        <Row
          gap="8"
          padding="8 12"
          align="center"
          marginTop="4"
          border="line"
          radius="m"
          ground="hover"
          tone="ink-2"
          ownLine
          wrap
          className={css.from}
          role="note"
        >
          <Icon name="info" />
          <span>{isOwn ? w.begun : w.inherited({ from: keeper })}</span>
          {mayEdit && !isOwn ? (
            <Button size="small" onClick={onKeepOwn}>
              {w.keepOwn}
            </Button>
          ) : null}
        </Row>
      )}
      <ConfirmAction
        title={w.giveUpTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.giveUp}
        danger
        onConfirm={onGiveUp}
      >
        {w.giveUpBody}
      </ConfirmAction>
    </Row>
  )
}

function useKeeperName(keeper: PartsState['inheritedFrom']): string {
  const w = useWords(partsText)
  if (keeper === null) return ''
  const { kind, name } = keeper
  const words = { platform: w.fromPlatform, distributor: w.fromDistributor, agent: w.fromAgent, customer: '' }[kind]
  return name === '' || kind === 'platform' ? words : w.fromNamed({ kind: words, name })
}
