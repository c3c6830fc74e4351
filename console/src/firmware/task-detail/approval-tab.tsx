import type { Condition } from '@brigade/contract/firmware/reach.model.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { conditionWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useChannelName } from '../../customer/channel-select.tsx'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useAreaName } from '../../system/area-select.tsx'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Digest } from '../file-facts.tsx'
import { firmwareText } from '../firmware.text.ts'
import { taskFormText } from '../task-form/task-form.text.ts'
import { TargetLinks } from '../task/targets.tsx'
import { taskText } from '../task.text.ts'
import css from './task-detail.module.css'
import { taskDetailText } from './task-detail.text.ts'

type Props = { task: UpgradeTaskDetail }

/** The plan, and the approval with the account that gave it. */
export function ApprovalTab({ task }: Props) {
  const w = useWords(taskDetailText)
  return (
    <Grid gap="24" padding="24 gutter" columns="2" align="start" className={css.approval}>
      <Panel title={w.plan}>
        <Box padding="4 16 16">
          <Plan task={task} />
        </Box>
      </Panel>
      <Panel title={w.approvalPart}>
        <Box padding="4 16 16">
          <Approval task={task} />
        </Box>
      </Panel>
    </Grid>
  )
}

const time = (instant: string | null, none: string) =>
  instant === null ? none : <span className="time">{formatTime(instant)}</span>

function Plan({ task }: Props) {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  const t = useWords(taskText)
  const form = useWords(taskFormText)
  const { plan } = task
  const named =
    task.list === null
      ? form.someDevices({ n: formatNumber(task.deviceIds.length) })
      : form.listed({ name: task.list.name, n: formatNumber(task.list.devices) })
  return (
    <FactList
      facts={[
        { key: 'target', label: t.target, value: <TargetLinks targets={task.targets} /> },
        { key: 'rate', label: w.rate, value: form.rateOf({ n: formatNumber(plan.ratePerMinute) }) },
        { key: 'start', label: t.startAt, value: time(task.startedAt ?? task.startAt, t.atOnce) },
        { key: 'end', label: t.endAt, value: time(task.endedAt ?? task.endAt, t.noEnd) },
        task.type === 'version'
          ? { key: 'sources', label: w.sources, value: task.sources.join(f.listMark), wide: true }
          : { key: 'list', label: w.list, value: named, wide: true },
        {
          key: 'downgrade',
          label: w.downgradeTick,
          value: plan.allowDowngrade ? w.downgradeYes({ n: formatNumber(task.downgrades) }) : w.notAgreed,
        },
        { key: 'unknown', label: w.unknownTick, value: plan.allowUnknown ? w.reachedToo : w.leftOut },
        { key: 'conditions', label: w.conditions, value: <Conditions task={task} />, wide: true },
      ]}
    />
  )
}

function Conditions({ task }: Props) {
  const w = useWords(taskDetailText)
  const conditionOf = useConditionWords(task.names)
  if (task.conditions.length === 0) return w.noConditions
  return (
    <ol className={css.conditions}>
      {task.conditions.map((condition, at) => (
        <li key={at}>{conditionOf(condition)}</li>
      ))}
    </ol>
  )
}

function useConditionWords(names: UpgradeTaskDetail['names']): (condition: Condition) => string {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const areaName = useAreaName()
  const channelName = useChannelName()
  const nameOf = (id: string): string => names[id] ?? w.gone
  const valueOf = (condition: Condition): string => {
    switch (condition.kind) {
      case 'product':
        return condition.productIds.map(nameOf).join(f.listMark)
      case 'organisation':
        return nameOf(condition.organisationId)
      case 'place':
        return [condition.province, condition.city]
          .filter((code) => code !== '')
          .map(areaName)
          .join(' / ')
      case 'channel':
        return [
          channelName(condition.channelType),
          ...(condition.channelId === null ? [] : [nameOf(condition.channelId)]),
        ].join(' / ')
      case 'tag':
        return `${condition.key} ${condition.op} ${condition.value}`
      case 'property':
        return `${condition.identifier} ${condition.op} ${condition.value}`
    }
  }
  return (condition) => `${conditionWords[condition.kind][locale]} · ${valueOf(condition)}`
}

/** An approval that does not count yet. */
function useAloneFacts(waiting: UpgradeTaskDetail['approval']['waiting']) {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  if (waiting === null) return []
  const { by, at, countsAt, told } = waiting
  return [
    {
      key: 'alone',
      label: w.aloneBy,
      value: (
        <Text tone="bad" weight="500">
          {by?.name ?? f.someoneGone}
        </Text>
      ),
    },
    { key: 'aloneAt', label: w.aloneAt, value: time(at, '') },
    { key: 'counts', label: w.aloneCounts, value: time(countsAt, '') },
    { key: 'told', label: w.aloneToldLabel, value: told.join(f.listMark) },
  ]
}

function Approval({ task }: Props) {
  const w = useWords(taskDetailText)
  const t = useWords(taskText)
  const { approval } = task
  const aloneFacts = useAloneFacts(approval.waiting)
  return (
    <FactList
      facts={[
        { key: 'approver', label: t.approver, value: task.approver?.name ?? t.anyApprover },
        { key: 'by', label: w.approvedBy, value: task.approvedBy?.name },
        { key: 'at', label: w.approvedAt, value: time(task.approvedAt, '') },
        ...aloneFacts,
        ...(approval.soleReason === ''
          ? []
          : [
              {
                key: 'sole',
                label: w.soleReason,
                value: (
                  <Text tone="bad" weight="500">
                    {approval.soleReason}
                  </Text>
                ),
                wide: true,
              },
            ]),
        {
          key: 'digest',
          label: w.digest,
          wide: true,
          value:
            approval.digest === null ? (
              w.notSubmitted
            ) : (
              <>
                <Digest value={approval.digest} of="approval" />
                <Text.p marginTop="4" size="xs" tone="ink-3">
                  {w.digestHint}
                </Text.p>
              </>
            ),
        },
      ]}
    />
  )
}
