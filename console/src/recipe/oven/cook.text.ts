import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }
type Version = { version: number }

/** Cooking a recipe: started from here, and followed. */
export const cookText = words({
  start: { en: 'Start cooking', zh: '开始烹饪' },
  startTitle: { en: (p: Name) => `Cook ${p.name}`, zh: (p: Name) => `烹饪 ${p.name}` },
  recipe: word.recipe,
  version: word.version,
  versionOf: { en: (p: Version) => `v${p.version}`, zh: (p: Version) => `v${p.version}` },
  stages: { en: 'Stages', zh: '阶段' },
  time: { en: 'Time', zh: '用时' },
  offline: { en: 'The oven is offline: it cannot be started from here', zh: '烤箱离线，无法远程启动' },
  notHeld: { en: 'The oven does not hold it', zh: '烤箱中没有该菜谱' },
  follow: { en: 'View the oven', zh: '查看烤箱' },
  close: word.close,
  begun: { en: 'The oven has started', zh: '烤箱已开始' },
  lookFirst: {
    en: 'It is unknown whether the oven has started. The command is not resent automatically: check the oven first.',
    zh: '无法确认烤箱是否已开始，系统不会自动重发，请先查看烤箱。',
  },

  cooksNow: { en: 'Cooking now', zh: '正在烹饪' },
  cookedLast: { en: 'Last cooked', zh: '上次烹饪' },
  ownRecipe: { en: 'The oven’s own recipe', zh: '烤箱自有菜谱' },
  unknownVersion: {
    en: 'Its stages are not known here and cannot be shown.',
    zh: '平台没有该菜谱的内容，无法显示阶段。',
  },
  startedAt: { en: (p: { time: string }) => `since ${p.time}`, zh: (p: { time: string }) => `${p.time} 开始` },
  ranFor: {
    en: (p: { from: string; took: string }) => `${p.from}, for ${p.took}`,
    zh: (p: { from: string; took: string }) => `${p.from}，用时 ${p.took}`,
  },
  waits: { en: (p: { what: string }) => `Waiting: ${p.what}`, zh: (p: { what: string }) => `等待操作：${p.what}` },
  waitsForSomebody: { en: 'Waiting for something to be added', zh: '等待加料' },
  waitsHint: {
    en: 'The heat is held and the clock is paused. Cooking continues when a key on the oven is pressed, or 10 s after the door is closed again.',
    zh: '保持温度，计时暂停。按烤箱按键，或关门 10 秒后继续。',
  },
  preheats: { en: 'Preheating', zh: '预热中' },
  now: { en: 'now', zh: '进行中' },
  waiting: { en: 'waiting', zh: '等待中' },
  notReached: { en: 'not reached', zh: '未执行' },
  ahead: { en: 'ahead', zh: '未开始' },
  pausesBefore: { en: 'Pause before it', zh: '阶段前暂停' },
  timed: { en: 'Time was up', zh: '到时结束' },
  core: { en: 'Core temperature reached', zh: '达到芯温' },
  difference: { en: 'Core reached, by difference', zh: '温差模式达到芯温' },
  preset: { en: 'Preset finished', zh: '预设程序结束' },
  stopped: { en: 'Stopped', zh: '被停止' },
  fault: { en: 'Ended by a fault', zh: '因故障中断' },
  endedUnknown: { en: 'The oven did not report why it ended', zh: '烤箱未上报结束原因' },
})
