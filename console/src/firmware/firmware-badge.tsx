import type { TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import {
  relationWords,
  taskStatusWords,
  upgradeReasonWords,
  upgradeStateWords,
} from '@brigade/contract/firmware/upgrade-words.ts'
import type { UpgradeReason, UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import type { VersionRelation } from '@brigade/contract/firmware/version.rules.ts'
import { useCallback } from 'react'
import { useLocale, useWords } from '../platform/locale.ts'
import { StateBadge, type StateShapeName, type StateTone } from '../ui/icon/state-shape.tsx'
import { firmwareText } from './firmware.text.ts'

type Look = Readonly<{ shape: StateShapeName; tone?: StateTone }>

const taskLooks: Readonly<Record<TaskStatus, Look>> = {
  CREATE: { shape: 'draft' },
  EXAMINE_WAIT: { shape: 'preheating', tone: 'warn' },
  EXAMINE_PASS: { shape: 'enabled', tone: 'accent' },
  EXAMINE_REJECT: { shape: 'error', tone: 'bad' },
  ENABLE: { shape: 'standby', tone: 'accent' },
  START: { shape: 'online' },
  DISABLE: { shape: 'disabled' },
  FINISH: { shape: 'completed' },
  CANCEL: { shape: 'offline' },
}

/** The status of an upgrade task. */
export function TaskStatusBadge({ status, fact }: { status: TaskStatus; fact?: string | undefined }) {
  const locale = useLocale()
  return <StateBadge {...taskLooks[status]} word={taskStatusWords[status][locale]} fact={fact} />
}

const upgradeLooks: Readonly<Record<UpgradeState, Look>> = {
  planned: { shape: 'draft' },
  excluded: { shape: 'disabled' },
  waiting: { shape: 'standby' },
  offering: { shape: 'standby', tone: 'accent' },
  offered: { shape: 'preheating', tone: 'accent' },
  downloading: { shape: 'cooling', tone: 'accent' },
  installing: { shape: 'online', tone: 'accent' },
  succeeded: { shape: 'completed' },
  failed: { shape: 'error' },
  skipped: { shape: 'replaced', tone: 'idle' },
  expired: { shape: 'offline' },
  cancelled: { shape: 'offline' },
}

/** The state of a device of a task; while it downloads, how far it is. */
export function UpgradeStateBadge({ state, progress }: { state: UpgradeState; progress?: number | undefined }) {
  const locale = useLocale()
  const fact = state === 'downloading' && progress !== undefined ? `${progress}%` : undefined
  return <StateBadge {...upgradeLooks[state]} word={upgradeStateWords[state][locale]} fact={fact} />
}

/** Returns the reason why an upgrade waits, was skipped, or ended this way. */
export function useReasonWords(): (reason: UpgradeReason | null) => string {
  const locale = useLocale()
  return useCallback((reason) => (reason === null ? '' : upgradeReasonWords[reason][locale]), [locale])
}

/** Whether a version may be offered, or is archived. */
export function VersionBadge({ enabled, isArchived }: { enabled: boolean; isArchived: boolean }) {
  const w = useWords(firmwareText)
  if (!enabled) return <StateBadge shape="disabled" tone="bad" word={w.disabled} fact={isArchived ? w.archived : ''} />
  return isArchived ? (
    <StateBadge shape="replaced" tone="idle" word={w.archived} />
  ) : (
    <StateBadge shape="enabled" word={w.enabled} />
  )
}

const relationLooks: Readonly<Record<VersionRelation, Look>> = {
  higher: { shape: 'replaced', tone: 'warn' },
  equal: { shape: 'completed' },
  lower: { shape: 'standby', tone: 'accent' },
  notComparable: { shape: 'offline', tone: 'idle' },
  unknown: { shape: 'offline' },
}

/** The relation of a version to a target. */
export function RelationBadge({ relation }: { relation: VersionRelation }) {
  const locale = useLocale()
  return <StateBadge {...relationLooks[relation]} word={relationWords[relation][locale]} />
}
