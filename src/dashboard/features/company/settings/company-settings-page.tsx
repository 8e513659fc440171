import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { Loaded } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { Section } from '../../../components/ui/section.js';
import { useApi } from '../../../lib/server/use-api.js';
import { BaseStylesTable } from '../../../components/shared/base-styles/base-styles-table.js';
import { AddUser } from '../../../components/shared/users/add-user-dialog.js';
import { UserList } from '../../../components/shared/users/user-list.js';
import { ColorLists } from './color-lists.js';
import { CompanyForm } from './company-form.js';
import { type Company, historyWords } from './company-values.js';
import { ControlSection } from './control-form.js';
import { DeletingSection } from './deleting-section.js';
import { LogoSection } from './logo-section.js';
import { FactorsSection } from './factors-section.js';
import { type OwnSaves, useOwnSaves } from './own-saves.js';
import { RepairItemsSection } from './repair-items-section.js';
import { RetentionSection } from './retention-form.js';
import { SettingsForm } from './settings-form.js';

/** The company: name and address, values for pricing orders, colors, base styles and users. */
export function CompanySettingsPage() {
  const query = useApi('GET /api/company', {});
  const own = useOwnSaves();
  const isMissing = query.error?.status === 404;
  return (
    <Page title="Company Settings">
      {isMissing ? (
        <CompanyForm company={null} own={own} />
      ) : (
        <Loaded query={query}>{(company) => <Sections company={company} own={own} />}</Loaded>
      )}
    </Page>
  );
}

const Sections = ({ company, own }: { company: Company; own: OwnSaves }) => (
  <>
    <Section title="Company">
      <CompanyForm key={company._id} company={company} own={own} />
    </Section>
    <LogoSection company={company} own={own} />
    <Section title="Settings" anchor="rates">
      <SettingsForm key={company._id} company={company} own={own} />
    </Section>
    <ControlSection own={own} />
    <RetentionSection />
    <RepairItemsSection own={own} />
    <ColorLists company={company} own={own} />
    <BaseStylesTable />
    <Section title="Users" anchor="users" actions={<AddUser side="company" />}>
      <UserList side="company" />
    </Section>
    <FactorsSection />
    <DeletingSection company={company} />
    <HistoryToggle id={company._id} words={historyWords} />
  </>
);
