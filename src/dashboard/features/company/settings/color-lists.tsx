import { useState } from 'react';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { Section } from '../../../components/ui/section.js';
import { countHeading } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { AddColorDialog, ViewColorsDialog } from './color-dialogs.js';
import type { Color, Company } from './company-values.js';
import type { OwnSaves } from './own-saves.js';
import styles from './color-lists.module.css';

export type ColorKind = 'roof' | 'siding' | 'trim';
type NewColor = Pick<Color, 'color'>;

const names = { roof: 'Roof', siding: 'Siding', trim: 'Trim' } as const satisfies Record<ColorKind, string>;

/** The colors available for orders: roof, siding and trim. */
export const ColorLists = ({ company, own }: { company: Company; own: OwnSaves }) => (
  <Section title="Colors">
    <div className={styles['color-lists']}>
      {(['roof', 'siding', 'trim'] as const).map((kind) => (
        <ColorList key={kind} kind={kind} company={company} own={own} />
      ))}
    </div>
  </Section>
);

interface ListProps {
  readonly kind: ColorKind;
  readonly company: Company;
  readonly own: OwnSaves;
}

/** Saves a list of colors over the loaded revision of the company. */
function useColors({ kind, company, own }: ListProps) {
  const { send, pending } = useSend('PUT /api/company/update/:id');
  const store = async (colors: readonly (Color | NewColor)[]) => {
    const answer = await send({ id: company._id, revision: company.revision, [`${kind}Colors`]: [...colors] });
    own.reportSaved(answer.item.revision);
    return answer;
  };
  return { colors: company[`${kind}Colors`], store, pending };
}

function ColorList(props: ListProps) {
  const [open, setOpen] = useState<'add' | 'view' | null>(null);
  const colors = useColors(props);
  const name = names[props.kind];
  const close = () => setOpen(null);
  return (
    <div className={styles['color-list']}>
      <h3>{name} colors</h3>
      <p className="muted">{countHeading(colors.colors.length, 'color')}</p>
      <span className="row">
        <ActionButton
          permission="company.write"
          icon="plus"
          aria-label={`Add ${name} Color`}
          onClick={() => setOpen('add')}
        >
          Add
        </ActionButton>
        <Button icon="eye" aria-label={`View ${name} Colors`} onClick={() => setOpen('view')}>
          View
        </Button>
      </span>
      {open === 'add' && <AddColorDialog name={name} {...colors} onClose={close} />}
      {open === 'view' && <ViewColorsDialog name={name} {...colors} onClose={close} />}
    </div>
  );
}
