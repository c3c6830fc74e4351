import { word } from '../word.text.ts'
import { counting } from '../plural.ts'
import { z } from 'zod'
import { severityNames } from '../fault/fault-words.ts'
import { Severity } from '../fault/record.model.ts'
import type { Locale, Words } from '../locale.ts'
import { WeeklyReport, weeklyText } from '../statistics/weekly-report.ts'
import { AccountAct } from '../system/notice.model.ts'
import { codesElsewhere } from './codes-elsewhere.text.ts'
import { actOf, eventOf } from './message-kind.ts'

/** Acts on an administrator's account, as verbs for use in a sentence. */
const acts: Readonly<Record<AccountAct, Words>> = {
  add: word.addedInside,
  update: { en: 'edited', zh: '编辑' },
  remove: word.deletedInside,
  enable: { en: 'enabled', zh: '启用' },
  disable: { en: 'disabled', zh: '停用' },
  'reset-password': { en: 'reset the password of', zh: '重置密码' },
  'reset-two-step': { en: 'reset two-step sign-in of', zh: '重置两步验证' },
  unlock: { en: 'unlocked', zh: '解除锁定' },
  'end-sessions': { en: 'ended sessions of', zh: '结束会话' },
  'lower-two-step': { en: 'no longer requires two-step sign-in of', zh: '取消两步验证要求' },
}

const severityName = (severity: Severity, locale: Locale): string => severityNames[severity][locale]

/** Names a fault or alarm by its code, by its name if it has no code, or by both. */
const called = (code: string, name: string): string =>
  code === '' ? name : name === '' || name === code ? code : `${code} (${name})`
const calledZh = (code: string, name: string): string =>
  code === '' ? name : name === '' || name === code ? code : `${code}（${name}）`

/** A fault or alarm that was raised. `name`: of its code; empty if the code is not described. `code`: empty if the name is sufficient. */
const raised = z.object({
  sn: z.string(),
  code: z.string(),
  name: z.object({ en: z.string(), zh: z.string() }),
  severity: Severity,
  at: z.string(),
})

/**
 * Parameters of a message about late reports. `from` and `to`: from the beginning of the first record to the end of the
 * last.
 */
const late = raised.omit({ at: true }).extend({
  count: z.number(),
  from: z.string(),
  to: z.string(),
  reportedAt: z.string(),
})

/** Every automatic kind, `domain.kind`. A later domain adds its own here. */
export const messageKinds = {
  /** A test of a channel: it shows a time and a temperature as its receiver reads them. */
  'message.test': eventOf({
    type: 'notice',
    params: z.object({ by: z.string(), at: z.string(), celsius: z.number() }),
    text: {
      en: ({ by, at, celsius }, format) => ({
        title: 'Test message',
        content: `${by} sent this test at ${format.time(at)}. Temperatures are shown as ${format.temperature(celsius)}.`,
      }),
      zh: ({ by, at, celsius }, format) => ({
        title: '测试消息',
        content: `${by} 于 ${format.time(at)} 发送了此测试消息。温度显示为 ${format.temperature(celsius)}。`,
      }),
    },
  }),
  'message.webhook-disabled': eventOf({
    type: 'alarm',
    isCritical: true,
    params: z.object({ name: z.string(), since: z.string(), detail: z.string() }),
    text: {
      en: ({ name, since, detail }, format) => ({
        title: `Webhook “${name}” was disabled`,
        content: `It has accepted nothing since ${format.time(since)}. Last answer: ${detail || '-'}. Check the receiver, then enable the webhook again.`,
      }),
      zh: ({ name, since, detail }, format) => ({
        title: `Webhook“${name}”已停用`,
        content: `自 ${format.time(since)} 起未能送达。最近一次响应：${detail || '-'}。请检查接收方后重新启用。`,
      }),
    },
  }),
  /** Message to the owner, who no longer has the device in the app. */
  'device.unbound': actOf({
    type: 'notice',
    params: z.object({ device: z.string(), at: z.string() }),
    text: {
      en: ({ device, at }, format) => ({
        title: `“${device}” was removed from your app`,
        content: `The seller of the device ended its bindings at ${format.time(at)}. To use it again, bind it with the code on its label.`,
      }),
      zh: ({ device, at }, format) => ({
        title: `设备“${device}”已被解绑`,
        content: `设备服务商于 ${format.time(at)} 解除了该设备的绑定。如需继续使用，请用铭牌上的绑定码重新绑定。`,
      }),
    },
  }),
  /** `actor`: null for a command on the machine itself. */
  'system.administrator-act': actOf({
    type: 'notice',
    isCritical: true,
    params: z.object({ act: AccountAct, account: z.string(), actor: z.string().nullable(), at: z.string() }),
    text: {
      en: ({ act, account, actor, at }, format) => {
        const by = actor ?? 'A command on the machine'
        // The change concerns the role, so it concerns everybody who has it.
        if (act === 'lower-two-step')
          return {
            title: 'Administrators need no two-step sign-in any more',
            content: `${format.time(at)}: ${by} changed the role of the administrators: it no longer requires two-step sign-in.`,
          }
        return {
          title: `Administrator ${account}`,
          content: `${format.time(at)}: ${by} ${acts[act].en} administrator ${account}.`,
        }
      },
      zh: ({ act, account, actor, at }, format) => {
        const by = actor ?? '服务器命令'
        if (act === 'lower-two-step')
          return {
            title: '系统管理员登录不再要求两步验证',
            content: `${format.time(at)} ${by} 修改了系统管理员角色，登录不再要求两步验证。`,
          }
        return {
          title: `系统管理员 ${account} 有变更`,
          content: `${format.time(at)} ${by}对系统管理员 ${account} 执行了“${acts[act].zh}”。`,
        }
      },
    },
  }),
  /** Message to the owner of an account. `by`: the actor; for staff of another organisation only its name. */
  'session.sign-in-reset': actOf({
    type: 'notice',
    isCritical: true,
    params: z.object({ what: z.enum(['reset-password', 'reset-two-step']), by: z.string(), at: z.string() }),
    text: {
      en: ({ what, by, at }, format) => ({
        title: what === 'reset-password' ? 'Your password was reset' : 'Your two-step sign-in was reset',
        content: `${by} did this at ${format.time(at)}; you were signed out everywhere. If you did not request this, contact your administrator at once.`,
      }),
      zh: ({ what, by, at }, format) => ({
        title: what === 'reset-password' ? '您的登录密码已被重置' : '您的两步验证已被重置',
        content: `${by}于 ${format.time(at)} 执行了该操作，您已在所有设备上退出登录。如非您本人要求，请立即联系管理员。`,
      }),
    },
  }),
  /** To the owner of an account that is no administrator's: an act that could keep other acts from them. `by`: as above. */
  'system.account-act': actOf({
    type: 'notice',
    isCritical: true,
    params: z.object({ what: z.enum(['change-email', 'disable']), by: z.string(), at: z.string() }),
    text: {
      en: ({ what, by, at }, format) => ({
        title: what === 'change-email' ? 'The e-mail address of your account was changed' : 'Your account was disabled',
        content: `${by} did this at ${format.time(at)}. If you did not expect this, contact your administrator at once.`,
      }),
      zh: ({ what, by, at }, format) => ({
        title: what === 'change-email' ? '您账号的邮箱已被修改' : '您的账号已被停用',
        content: `${by}于 ${format.time(at)} 执行了该操作。如有疑问，请立即联系管理员。`,
      }),
    },
  }),
  'message.codes-elsewhere': codesElsewhere,
  /**
   * Message to the administrators of an organisation. `by`: the organisation of the person who opened the console, null
   * if it was deleted; the person is not named to organisations below.
   */
  'session.console-opened': actOf({
    type: 'notice',
    isCritical: true,
    params: z.object({ by: z.string().nullable(), reason: z.string(), at: z.string(), until: z.string() }),
    text: {
      en: ({ by, reason, at, until }, format) => ({
        title: `${by ?? 'A deleted organisation'} opened your console`,
        content: `Since ${format.time(at)}, until ${format.time(until)} at the latest. Reason: ${reason}. Your user menu shows who opened this console and lets you refuse it.`,
      }),
      zh: ({ by, reason, at, until }, format) => ({
        title: `“${by ?? '已删除的组织'}”进入了您的后台`,
        content: `自 ${format.time(at)} 起，最晚至 ${format.time(until)}。原因：${reason}。可在用户菜单中查看进入记录或拒绝进入。`,
      }),
    },
  }),
  'fault.raised': eventOf({
    type: 'fault',
    params: raised,
    text: {
      en: ({ sn, code, name, severity, at }, format) => ({
        title: `${severityName(severity, 'en')} fault: ${sn} ${code || name.en}`,
        content: `${format.time(at)}: ${sn} reported ${called(code, name.en)}.`,
      }),
      zh: ({ sn, code, name, severity, at }, format) => ({
        title: `${severityName(severity, 'zh')}故障：${sn} ${code || name.zh}`,
        content: `${format.time(at)} ${sn} 上报 ${calledZh(code, name.zh)}。`,
      }),
    },
  }),
  'fault.alarm-raised': eventOf({
    type: 'alarm',
    params: raised,
    text: {
      en: ({ sn, code, name, severity, at }, format) => ({
        title: `${severityName(severity, 'en')} alarm: ${sn} ${code || name.en}`,
        content: `${format.time(at)}, ${sn}: ${called(code, name.en)}.`,
      }),
      zh: ({ sn, code, name, severity, at }, format) => ({
        title: `${severityName(severity, 'zh')}告警：${sn} ${code || name.zh}`,
        content: `${format.time(at)} ${sn}：${calledZh(code, name.zh)}。`,
      }),
    },
  }),
  /**
   * Message to receivers who were notified less than a minute before, about all events of that minute. It names the
   * most urgent one.
   */
  'fault.more': eventOf({
    type: 'fault',
    params: raised.omit({ at: true }).extend({ count: z.number() }),
    text: {
      en: ({ count, sn, code, name, severity }) => ({
        title: count === 1 ? '1 more fault or alarm' : `${count} more faults and alarms`,
        content: `${count === 1 ? 'Raised since the last notification' : 'Raised since the last notification, the most urgent of them'}: ${sn} ${called(code, name.en)}. Severity: ${severityName(severity, 'en').toLowerCase()}.`,
      }),
      zh: ({ count, sn, code, name, severity }) => ({
        title: `另有 ${count} 条故障与告警`,
        content: `上次通知之后发生${count === 1 ? '' : '，其中最紧急的是'}：${sn} ${calledZh(code, name.zh)}。级别：${severityName(severity, 'zh')}。`,
      }),
    },
  }),
  /**
   * Everything that ended before it was reported, and that arrived together, is one message. It names the most urgent
   * record.
   */
  'fault.past': eventOf({
    type: 'alarm',
    params: late,
    text: {
      en: ({ count, sn, code, name, severity, from, to, reportedAt }, format) => ({
        title:
          count === 1
            ? `${severityName(severity, 'en')} alarm, over already: ${sn} ${code || name.en}`
            : `${counting(count, 'alarm')}, over already`,
        content:
          count === 1
            ? `${sn}: ${called(code, name.en)}, ${format.time(from)} to ${format.time(to)}, reported ${format.time(reportedAt)}.`
            : `Between ${format.time(from)} and ${format.time(to)}, reported from ${format.time(reportedAt)} on. The most urgent of them: ${sn} ${called(code, name.en)}. Severity: ${severityName(severity, 'en').toLowerCase()}.`,
      }),
      zh: ({ count, sn, code, name, severity, from, to, reportedAt }, format) => ({
        title:
          count === 1
            ? `${severityName(severity, 'zh')}告警（已结束）：${sn} ${code || name.zh}`
            : `${count} 条告警（已结束）`,
        content:
          count === 1
            ? `${sn}：${calledZh(code, name.zh)}，${format.time(from)} 至 ${format.time(to)}，${format.time(reportedAt)} 上报。`
            : `发生于 ${format.time(from)} 至 ${format.time(to)} 之间，自 ${format.time(reportedAt)} 起陆续上报，其中最紧急的是：${sn} ${calledZh(code, name.zh)}。级别：${severityName(severity, 'zh')}。`,
      }),
    },
  }),
  /** Message to everybody who was told of the record. */
  'fault.withdrawn': eventOf({
    type: 'alarm',
    params: late,
    text: {
      en: ({ count, sn, code, name, from }, format) => ({
        title: count === 1 ? `Withdrawn: ${sn} ${code || name.en}` : `${count} alarms were withdrawn`,
        content: `Reports that came late show that ${count === 1 ? 'it was not so' : 'they were not so'}, or not for as long as the delay: ${sn} ${called(code, name.en)}, ${format.time(from)}${count === 1 ? '.' : ', and others.'}`,
      }),
      zh: ({ count, sn, code, name, from }, format) => ({
        title: count === 1 ? `告警已撤回：${sn} ${code || name.zh}` : `${count} 条告警已撤回`,
        content: `迟到的数据表明情况并未发生，或持续时间未超过延时：${sn} ${calledZh(code, name.zh)}，${format.time(from)}${count === 1 ? '' : ' 等'}。`,
      }),
    },
  }),
  /** To the assignee. `count` above 1: the first of several that one act assigned. */
  'fault.assigned': actOf({
    type: 'fault',
    params: raised.omit({ at: true }).extend({ count: z.number(), by: z.string() }),
    text: {
      en: ({ count, sn, code, name, severity, by }) => ({
        title: count === 1 ? `Assigned to you: ${sn} ${code || name.en}` : `${count} faults were assigned to you`,
        content: `${by} assigned ${count === 1 ? '' : `${count} records to you, including `}${sn} ${called(code, name.en)}${count === 1 ? ' to you' : ''}. Severity: ${severityName(severity, 'en').toLowerCase()}.`,
      }),
      zh: ({ count, sn, code, name, severity, by }) => ({
        title: count === 1 ? `已指派给您：${sn} ${code || name.zh}` : `有 ${count} 条故障指派给您`,
        content: `${by} 将${count === 1 ? ` ${sn} ${calledZh(code, name.zh)}` : ` ${count} 条记录（包括 ${sn} ${calledZh(code, name.zh)}）`}指派给您。级别：${severityName(severity, 'zh')}。`,
      }),
    },
  }),
  /** To the approver. */
  'firmware.to-approve': actOf({
    type: 'notice',
    params: z.object({ name: z.string(), by: z.string(), devices: z.number(), target: z.string() }),
    text: {
      en: ({ name, by, devices, target }) => ({
        title: `Upgrade task “${name}” is waiting for your approval`,
        content: `${by} submitted it: ${counting(devices, 'device')}, to version ${target}.`,
      }),
      zh: ({ name, by, devices, target }) => ({
        title: `升级任务“${name}”待您审批`,
        content: `${by} 提交了该任务：${devices} 台设备，目标版本 ${target}。`,
      }),
    },
  }),
  /** Message to the creator of the task. `reason`: that of a rejection, otherwise empty. */
  'firmware.decided': actOf({
    type: 'notice',
    params: z.object({ name: z.string(), by: z.string(), isApproved: z.boolean(), reason: z.string() }),
    text: {
      en: ({ name, by, isApproved, reason }) => ({
        title: `Upgrade task “${name}” was ${isApproved ? 'approved' : 'rejected'}`,
        content: isApproved ? `${by} approved it. It can be started now.` : `${by} rejected it: ${reason}`,
      }),
      zh: ({ name, by, isApproved, reason }) => ({
        title: `升级任务“${name}”${isApproved ? '已审批通过' : '已被驳回'}`,
        content: isApproved ? `${by} 已审批通过，现在可以启动任务。` : `${by} 驳回了该任务：${reason}`,
      }),
    },
  }),
  /** To accounts that could approve it until lately and cannot now, by somebody's doing. `at`: when the approval begins to count. */
  'firmware.approved-alone': actOf({
    type: 'notice',
    isCritical: true,
    params: z.object({
      name: z.string(),
      by: z.string(),
      reason: z.string(),
      devices: z.number(),
      target: z.string(),
      at: z.string(),
    }),
    text: {
      en: ({ name, by, reason, devices, target, at }, format) => ({
        title: `Upgrade task “${name}” was approved without a second person`,
        content: `${by} approved own work, as nobody else can at the moment: ${counting(devices, 'device')}, to version ${target}. Reason: ${reason}. You could approve upgrade tasks until lately. The approval begins to count at ${format.time(at)}; whoever may approve again by then can reject it.`,
      }),
      zh: ({ name, by, reason, devices, target, at }, format) => ({
        title: `升级任务“${name}”未经第二人复核即审批通过`,
        content: `${by} 审批了本人参与的任务（当前没有其他审批人）：${devices} 台设备，目标版本 ${target}。理由：${reason}。您近期曾拥有审批权限，该审批将于 ${format.time(at)} 生效；在此之前恢复审批权限的人员可以驳回。`,
      }),
    },
  }),
  'firmware.finished': eventOf({
    type: 'notice',
    params: z.object({
      name: z.string(),
      succeeded: z.number(),
      failed: z.number(),
      notUpgraded: z.number(),
    }),
    text: {
      en: ({ name, succeeded, failed, notUpgraded }) => ({
        title: `Upgrade task “${name}” has ended`,
        content: `Succeeded: ${succeeded}. Failed: ${failed}. Not upgraded: ${notUpgraded}.`,
      }),
      zh: ({ name, succeeded, failed, notUpgraded }) => ({
        title: `升级任务“${name}”已结束`,
        content: `成功 ${succeeded}，失败 ${failed}，未升级 ${notUpgraded}。`,
      }),
    },
  }),
  /** Message to everybody who requested it, on Mondays (statistics.md). */
  'statistics.weekly': eventOf({
    type: 'notice',
    params: WeeklyReport,
    text: {
      en: (report, format) => weeklyText(report, 'en', format.time),
      zh: (report, format) => weeklyText(report, 'zh', format.time),
    },
  }),
} as const

export type MessageKind = keyof typeof messageKinds
/** Kinds of messages about acts that concern the receivers. */
export type ActKind = {
  [K in MessageKind]: (typeof messageKinds)[K]['about'] extends 'act' ? K : never
}[MessageKind]
export type KindParams<K extends MessageKind> = z.output<(typeof messageKinds)[K]['params']>

export const isMessageKind = (kind: string): kind is MessageKind => kind in messageKinds
