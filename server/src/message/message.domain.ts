import type { DomainManifest } from '../job/long-work.ts'
import { startAnnouncingActs } from './announce/announce-acts.ts'
import { seedDemoMessages } from './demo/demo-messages.seed.ts'
import { removeDemoMessages, removeMessagesAbout } from './demo/remove-demo.store.ts'
import { messageRoutes } from './message.routes.ts'
import { startCodeLane } from './send/code-lane.ts'
import { startSending } from './send/start-sending.ts'
import { pushMessages } from './task/push-work.ts'
import { pushesInHand } from './task/pushes-in-hand.ts'
import { startDueTasks } from './task/start-due-tasks.ts'

/** Days for which messages, their deliveries and counts are kept. */
const keptDays = 180

export const messageDomain: DomainManifest = {
  routes: messageRoutes,
  inHand: pushesInHand,
  longWork: [pushMessages],
  seeds: [{ phase: 'content', isDemo: true, run: seedDemoMessages }],
  demo: { remove: removeDemoMessages, before: removeMessagesAbout, after: removeMessagesAbout },
  retention: () => ({ message: keptDays, message_delivery: keptDays, message_count: keptDays }),
  workerLoops: [startDueTasks, startAnnouncingActs, startSending, startCodeLane],
}
