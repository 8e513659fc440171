import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { Section } from '../../../components/ui/section.js';
import { AddressTabs, type Tab } from '../../../components/ui/tabs.js';
import { useCan } from '../../../lib/server/session.js';
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

/** The company: name and address, values for pricing orders, colors, base styles, users and rules, each in a tab. */
export function CompanySettingsPage() {
  const query = useApi('GET /api/company', {});
  const own = useOwnSaves();
  const isMissing = query.error?.status === 404;
  return (
    <Page title="Company Settings">
      {isMissing ? (
        <CompanyForm company={null} own={own} />
      ) : (
        <LoadedContent query={query}>{(company) => <Settings company={company} own={own} />}</LoadedContent>
      )}
    </Page>
  );
}

function Settings({ company, own }: { company: Company; own: OwnSaves }) {
  const mayManage = useCan('company.manage').isAllowed;
  const tabs: readonly Tab[] = [
    {
      id: 'company',
      label: 'Company',
      content: (
        <>
          <CompanyForm key={company._id} company={company} own={own} />
          <LogoSection company={company} own={own} />
          <HistoryToggle id={company._id} words={historyWords} />
        </>
      ),
    },
    { id: 'rates', label: 'Rates', content: <SettingsForm key={company._id} company={company} own={own} /> },
    { id: 'colors', label: 'Colors', content: <ColorLists company={company} own={own} /> },
    { id: 'base-styles', label: 'Base styles', content: <BaseStylesTable /> },
    { id: 'repair-items', label: 'Repair items', content: <RepairItemsSection own={own} /> },
    {
      id: 'users',
      label: 'Users',
      content: (
        <>
          <Section title="Users" actions={<AddUser side="company" />}>
            <UserList side="company" />
          </Section>
          <FactorsSection />
        </>
      ),
    },
    { id: 'rules', label: 'Second person', content: <ControlSection own={own} /> },
    ...(mayManage ? [{ id: 'retention', label: 'Retention', content: <RetentionSection /> }] : []),
    { id: 'deleting', label: 'Deleting', content: <DeletingSection company={company} /> },
  ];
  return <AddressTabs label="Settings" tabs={tabs} />;
}
