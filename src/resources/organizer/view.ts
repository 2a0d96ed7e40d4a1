import { RecordView } from '../shared/record-view.ts'

export class OrganizerRecord extends RecordView {
  get phone(): string {
    return String(this.fact('phone') ?? '')
  }
  get email(): string {
    return String(this.fact('email') ?? '')
  }
}

export type OrganizerView = Pick<OrganizerRecord, keyof OrganizerRecord>
