import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import {
  listNotifications,
  listUserMessages,
  readAppInbox,
  readAppMessages,
  readAppSetting,
  readInbox,
  readMessages,
  saveAppSetting,
  watchAppInbox,
  watchInbox,
} from './inbox/own-inbox.ts'
import { deleteMessages, getMessage, listDeliveries, listMessages } from './list/list-messages.ts'
import { readNotify, readReach, updateNotify } from './notify/own-notify.ts'
import {
  listRobots,
  listWebhooks,
  removeRobot,
  removeWebhook,
  saveRobot,
  saveWebhook,
  testTarget,
} from './target/save-target.ts'
import { addTask, cancelTask, removeTasks, setTaskState, testTask, updateTask } from './task/change-task.ts'
import { getTask, listTasks } from './task/list-tasks.ts'
import { readList } from './task/read-list.ts'
import { countReceivers } from './task/require-sendable.ts'
import { watchTasks } from './task/watch-tasks.ts'

export const messageRoutes = [
  ...implement(messageApi, {
    page: listMessages,
    detail: getMessage,
    deliveries: listDeliveries,
    remove: deleteMessages,
    bell: readInbox,
    read: readMessages,
    live: watchInbox,
    reach: readReach,
    notifyDetail: readNotify,
    notifyUpdate: updateNotify,
    notifications: listNotifications,
    userMessages: listUserMessages,
  }),
  ...implement(appMessageApi, {
    appPage: readAppInbox,
    appRead: readAppMessages,
    appSetting: readAppSetting,
    saveAppSetting,
    appLive: watchAppInbox,
  }),
  ...implement(taskApi, {
    tasks: listTasks,
    task: getTask,
    addTask,
    updateTask,
    setTaskState,
    cancelTask,
    removeTask: removeTasks,
    count: countReceivers,
    testTask,
    readList,
    tasksLive: watchTasks,
  }),
  ...implement(targetApi, {
    robots: listRobots,
    saveRobot,
    removeRobot,
    testRobot: (ctx, { body }) => testTarget(ctx, 'robot', body.id),
    webhooks: listWebhooks,
    saveWebhook,
    removeWebhook,
    testWebhook: (ctx, { body }) => testTarget(ctx, 'webhook', body.id),
  }),
]
