import type { ShowContext } from '../../define/show-context.ts'
import { RecordView, type Viewed } from '../record-view.ts'
import { organizer } from './organizer.ts'

class OrganizerRecord extends RecordView {
  get phone(): string {
    return String(this.fact('phone') ?? '')
  }
  get email(): string {
    return String(this.fact('email') ?? '')
  }
}

export type OrganizerView = Pick<OrganizerRecord, keyof OrganizerRecord>

export const organizerView = (view: Viewed, context: ShowContext): OrganizerView =>
  new OrganizerRecord(organizer, view, context)
