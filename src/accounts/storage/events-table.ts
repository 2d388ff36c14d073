/** Events of the account that wait for their deliveries (`raise-events.ts` raises them). */
import type { AccountEvent } from '../../webhooks/event-body'
import type { AlarmSchedule } from './alarm-schedule'
import type { AccountSql } from './sql'

/** Events that D1 has no delivery of yet. `send-events.ts` makes those. */
export class EventsTable {
  constructor(
    private readonly rows: AccountSql,
    private readonly schedule: AlarmSchedule,
  ) {}

  add({ eventId, taskId, ...event }: AccountEvent, dueAt: number): void {
    this.schedule.add(dueAt)
    this.rows.exec(
      'INSERT INTO events (event_id, task_id, event, due_at) VALUES (?, ?, ?, ?)',
      eventId,
      taskId,
      JSON.stringify(event),
      dueAt,
    )
  }

  /** Forgets what waits of a task. There is no index of that: few events wait. */
  removeOfTask(taskId: string): void {
    this.rows.exec('DELETE FROM events WHERE task_id = ?', taskId)
  }

  /** What is due at `now`, oldest first, and how often the most unlucky of it was tried. */
  due(now: number, limit: number): { events: AccountEvent[]; attempts: number } {
    const rows = this.rows.all('SELECT * FROM events WHERE due_at <= ? ORDER BY due_at LIMIT ?', now, limit)
    return {
      events: rows.map(({ event_id, task_id, event }) => ({
        ...(JSON.parse(event as string) as Omit<AccountEvent, 'eventId' | 'taskId'>),
        eventId: event_id as string,
        taskId: task_id as string,
      })),
      attempts: Math.max(0, ...rows.map(({ attempts }) => attempts as number)),
    }
  }

  remove(eventIds: readonly string[]): void {
    this.rows.exec(
      'DELETE FROM events WHERE event_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(eventIds),
    )
  }

  postpone(eventIds: readonly string[], dueAt: number): void {
    this.schedule.add(dueAt)
    this.rows.exec(
      'UPDATE events SET attempts = attempts + 1, due_at = ? WHERE event_id IN (SELECT value FROM json_each(?))',
      dueAt,
      JSON.stringify(eventIds),
    )
  }
}
