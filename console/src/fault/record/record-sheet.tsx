import { formatTime } from '../../platform/format.ts'
import { DeliveryBadge, useChannelNames } from '../../message/message-badge.tsx'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import { ConditionBadge, HandlingBadge, SeverityBadge } from '../fault-badge.tsx'
import { assigneeName } from '../assignee-name.ts'
import css from '../fault.module.css'
import { faultText, recordText } from '../fault.text.ts'
import { Happenings } from './happenings.tsx'
import { RecordCurve } from './record-curve.tsx'
import { recordTitle } from './use-record-name.ts'
import { useHeadFacts, useRecordFacts } from './use-record-facts.tsx'
import { useActs } from './use-acts.tsx'

type Props = { id: string | undefined; onClose: () => void; onOpen: (id: string) => void }

/** One record beside the list: its description, the next act, and its history. */
export function RecordSheet({ id, onClose, onOpen }: Props) {
  const w = useWords(recordText)
  const { data, error, refetch } = useQuery({
    ...ask(faultApi.detail, { id: id ?? '' }, { quiet: true }),
    enabled: id !== undefined,
  })
  const isAlarm = data?.type === 'alarm'
  return (
    <SideSheet title={isAlarm ? w.alarmTitle : w.title} isOpen={id !== undefined} onClose={onClose} width={640}>
      {data !== undefined && data.id === id ? <Whole record={data} onOpen={onOpen} /> : null}
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <div aria-busy="true" /> : null}
    </SideSheet>
  )
}

function Whole({ record, onOpen }: { record: FaultDetail; onOpen: (id: string) => void }) {
  const w = useWords(recordText)
  const f = useWords(faultText)
  const locale = useLocale()
  const [actsOn, dialog] = useActs('record')
  return (
    <>
      <Stack.header gap="8" marginBottom="16">
        <Text.h3 size="l" line="24" weight="600" anywhere>
          {recordTitle(record, locale)}
        </Text.h3>
        <Row align="center" wrap className={css.states}>
          <SeverityBadge severity={record.severity} />
          <ConditionBadge condition={record.condition} />
          <HandlingBadge
            handling={record.handling}
            fact={record.assignee === null ? undefined : assigneeName(record.assignee, locale)}
          />
          {record.isStale ? <Text tone="warn">{f.stale}</Text> : null}
        </Row>
        <Row gap="8" wrap>
          {actsOn([record]).map(({ key, icon, label: verb, disabledReason, onClick }, index) => (
            <Button
              key={key}
              size="small"
              icon={icon}
              look={index === 0 && disabledReason === undefined ? 'primary' : 'plain'}
              disabledReason={disabledReason}
              onClick={onClick}
            >
              {verb}
            </Button>
          ))}
        </Row>
      </Stack.header>
      <div className={css.facts}>
        <FactList facts={useHeadFacts(record)} />
      </div>
      <Remedy record={record} />
      <Box.section marginTop="24" className={css.part}>
        <Text.h4 margin="0 0 8" weight="600">
          {w.facts}
        </Text.h4>
        <FactList facts={useRecordFacts(record, onOpen)} />
      </Box.section>
      <RecordCurve record={record} />
      <Box.section marginTop="24" className={css.part}>
        <Text.h4 margin="0 0 8" weight="600">
          {w.happened}
        </Text.h4>
        <Happenings acts={record.acts} />
      </Box.section>
      <RecordDeliveries record={record} />
      {dialog}
    </>
  )
}

function Remedy({ record: { condition, remedy, reason, part, imageFileId, name } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const locale = useLocale()
  const picture = useFileAddress(fileApi.read, imageFileId)
  const isDescribed = picture !== undefined || remedy[locale] !== '' || reason[locale] !== '' || part !== null
  // The code's advice is hidden for a withdrawn record, because there was no fault.
  if (condition === 'withdrawn')
    return (
      <Box.section marginTop="24" className={css.part}>
        <Text.h4 margin="0 0 8" weight="600">
          {w.remedy}
        </Text.h4>
        <div className={css.remedy}>{w.nothingToDo}</div>
      </Box.section>
    )
  return (
    <Box.section marginTop="24" className={css.part}>
      <Text.h4 margin="0 0 8" weight="600">
        {w.remedy}
      </Text.h4>
      <div className={isDescribed ? css.remedy : `${css.remedy} ${css.nothing}`}>
        {isDescribed ? null : w.noRemedy}
        {reason[locale] === '' ? null : <p>{w.reasonIs({ reason: reason[locale] })}</p>}
        {remedy[locale] === '' ? null : <p>{remedy[locale]}</p>}
        {picture === undefined ? null : <img className={css.illustration} src={picture} alt={name[locale]} />}
        {part === null ? null : (
          <p>
            {w.partIs({ part: part.name[locale] })} <span className="mono">{part.number}</span>
            {part.link === '' ? null : (
              <>
                {' · '}
                <a href={part.link} target="_blank" rel="noreferrer">
                  {w.buyPart}
                </a>
              </>
            )}
          </p>
        )}
      </div>
    </Box.section>
  )
}

/** The list shows each notification with its channel and delivery state. Without notifications there is no list. */
function RecordDeliveries({ record: { deliveries } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const locale = useLocale()
  const channels = useChannelNames()
  if (deliveries.length === 0) return null
  return (
    <Box.section marginTop="24" className={css.part}>
      <Text.h4 margin="0 0 8" weight="600">
        {w.deliveries}
      </Text.h4>
      <ol className={css.deliveries}>
        {deliveries.map(({ at, to, channel, state, reason }) => (
          <Grid.li key={`${at} ${to} ${channel}`} gap="0 16" padding="4 0">
            <Text.time tone="ink-3" tabular dateTime={at}>
              {formatTime(at)}
            </Text.time>
            <span>
              {to} · {channels[channel]}
            </span>
            <DeliveryBadge
              state={state}
              {...(reason === null ? {} : { fact: serverText[`message.reason-${reason}`][locale] })}
            />
          </Grid.li>
        ))}
      </ol>
    </Box.section>
  )
}
