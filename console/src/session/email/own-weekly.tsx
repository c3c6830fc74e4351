import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import css from './email.module.css'
import { emailText } from './email.text.ts'

/**
 * Switches the person's weekly report by e-mail, which is saved at once; nothing for accounts that may not see
 * statistics.
 */
export function OwnWeekly() {
  const w = useWords(emailText)
  const can = useCan()
  const isAllowed = can('statistics:view')
  const { data, refetch } = useQuery({
    ...ask(messageApi.notifyDetail, {}, { quiet: true }),
    enabled: isAllowed,
    refetchOnMount: 'always',
  })
  const save = useSend(messageApi.notifyUpdate)
  if (!isAllowed || data === undefined) return null
  const { locale, timeZone, units, email, quietFrom, quietTo, updatedAt } = data
  const change = (weeklyReport: boolean): void =>
    save.mutate(
      { locale, timeZone, units, email, quietFrom, quietTo, updatedAt, weeklyReport },
      {
        onSuccess: () => toastDone(weeklyReport ? w.weeklyOn : w.weeklyOff),
        // It was changed elsewhere meanwhile, so the present state is read.
        onError: () => void refetch(),
      },
    )
  const why = !data.reach.hasMailServer ? w.noServer : data.address === '' ? w.noAddress : w.weeklyHint
  return (
    <Box marginBottom="16" className={css.weekly}>
      <Checkbox
        checked={save.isPending ? save.variables.weeklyReport : data.weeklyReport}
        onChange={(next) => (save.isPending ? undefined : change(next))}
      >
        {w.weekly}
      </Checkbox>
      <p>{why}</p>
    </Box>
  )
}
