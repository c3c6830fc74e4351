import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { accountActText, accountText } from '../account.text.ts'
import type { Question } from './question.ts'

export type Typed = { reason: string; successorId: string | null; password: string }

/** Performs the act, and returns the preset password if one was set. A refusal is thrown. */
export function useDeed(): (question: Question, typed: Typed) => Promise<string | null> {
  const setEnabled = useSend(accountApi.setEnabled, { quiet: true }).mutateAsync
  const remove = useSend(accountApi.remove, { quiet: true }).mutateAsync
  const reset = useSend(accountAccessApi.resetPassword, { quiet: true }).mutateAsync
  const resetTwoStep = useSend(accountAccessApi.resetTwoStep, { quiet: true }).mutateAsync
  const unlock = useSend(accountAccessApi.unlock, { quiet: true }).mutateAsync
  const endSessions = useSend(accountAccessApi.endSessions, { quiet: true }).mutateAsync
  return async ({ deed, account: { id }, session }, { reason, successorId, password }) => {
    const one = { id, ...(password === '' ? {} : { password }) }
    const taking = { id, password }
    if (deed === 'reset') return (await reset(taking)).presetPassword
    if (deed === 'enable' || deed === 'disable')
      await setEnabled({ ...one, enabled: deed === 'enable', ...(deed === 'disable' ? { reason } : {}) })
    else if (deed === 'remove') await remove({ ...taking, ...(successorId === null ? {} : { successorId }) })
    else if (deed === 'unlock') await unlock(one)
    else if (deed === 'resetTwoStep') await resetTwoStep(taking)
    else await endSessions({ ...taking, ...(deed === 'endOne' ? { sessionId: session?.id } : {}) })
    return null
  }
}

type DeedWords = { title: string; body: string; verb: string; done: string | null }

/** Returns the name of an act, its explanation and its success message. */
export function useDeedWords(question: Question | null): DeedWords {
  const w = useWords(accountActText)
  const a = useWords(accountText)
  if (question === null) return { title: '', body: '', verb: '', done: null }
  const { deed, account, session } = question
  const name = { name: account.name }
  switch (deed) {
    case 'enable':
      return { title: w.enableTitle(name), body: w.enableBody, verb: a.enable, done: w.enabled(name) }
    case 'disable':
      return { title: w.disableTitle(name), body: w.disableBody, verb: a.disable, done: w.disabled(name) }
    case 'remove':
      return { title: w.removeTitle(name), body: w.removeBody, verb: a.remove, done: w.removed(name) }
    case 'reset':
      return { title: w.resetTitle(name), body: w.resetBody, verb: a.reset, done: null }
    case 'resetTwoStep':
      return {
        title: w.resetTwoStepTitle(name),
        body: w.resetTwoStepBody,
        verb: w.resetTwoStep,
        done: w.twoStepReset(name),
      }
    case 'unlock':
      return { title: w.unlockTitle(name), body: w.unlockBody, verb: w.unlock, done: w.unlocked(name) }
    case 'endAll':
      return { title: w.endAllTitle(name), body: w.endAllBody, verb: w.endAll, done: w.ended }
    case 'endOne': {
      const body = w.endOneBody({ browser: session?.browser ?? '', address: session?.address ?? '' })
      return { title: w.endOneTitle, body, verb: w.endOne, done: w.ended }
    }
  }
}
