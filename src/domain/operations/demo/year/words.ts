/** Names and texts of the demo's year. */

export const firstNames = [
  ...['James', 'Mary', 'Robert', 'Linda', 'Michael', 'Patricia', 'David', 'Susan', 'William', 'Karen', 'Richard'],
  ...['Nancy', 'Thomas', 'Lisa', 'Daniel', 'Sandra', 'Matthew', 'Ashley', 'Anthony', 'Emily', 'Mark', 'Donna'],
  ...['Steven', 'Carol', 'Paul', 'Amanda', 'Andrew', 'Melissa', 'Joshua', 'Deborah', 'Kenneth', 'Stephanie'],
  ...['Kevin', 'Rebecca', 'Brian', 'Sharon', 'Timothy', 'Laura', 'Jason', 'Cynthia', 'Ryan', 'Amy', 'Jacob'],
] as const;

export const lastNames = [
  ...['Adams', 'Bailey', 'Barnett', 'Bishop', 'Brewer', 'Caldwell', 'Carpenter', 'Chambers', 'Coleman', 'Crawford'],
  ...['Dalton', 'Dawson', 'Decker', 'Ellison', 'Fletcher', 'Foster', 'Garner', 'Gentry', 'Graham', 'Hadley'],
  ...['Harmon', 'Hensley', 'Holloway', 'Ingram', 'Jarvis', 'Keller', 'Lawson', 'Maddox', 'Mercer', 'Norris'],
  ...['Osborne', 'Palmer', 'Pruitt', 'Ramsey', 'Rowland', 'Sawyer', 'Sheldon', 'Simmons', 'Stafford', 'Tanner'],
  ...['Thornton', 'Underwood', 'Vaughn', 'Wagner', 'Walters', 'Whitaker', 'Wilder', 'Woodard', 'Yates', 'Zimmer'],
] as const;

/** Towns of the customers. */
export const towns = [
  { city: 'Springfield', state: 'MO', zip: '65804' },
  { city: 'Marshfield', state: 'MO', zip: '65706' },
  { city: 'Bolivar', state: 'MO', zip: '65613' },
  { city: 'Lebanon', state: 'MO', zip: '65536' },
  { city: 'Ozark', state: 'MO', zip: '65721' },
  { city: 'Rolla', state: 'MO', zip: '65401' },
  { city: 'Monett', state: 'MO', zip: '65708' },
  { city: 'Joplin', state: 'MO', zip: '64801' },
  { city: 'Camdenton', state: 'MO', zip: '65020' },
  { city: 'Sedalia', state: 'MO', zip: '65301' },
  { city: 'Harrison', state: 'AR', zip: '72601' },
  { city: 'Mountain Home', state: 'AR', zip: '72653' },
  { city: 'Pittsburg', state: 'KS', zip: '66762' },
] as const;

export const streets = ['Oak St', 'County Road 214', 'Highway 65', 'Elm St', 'Cedar Ln', 'Farm Road 112', 'Main St'];

export const holdReasons = [
  'Waiting for the customer to choose the trim',
  'Customer is preparing the site',
  'Waiting for the window delivery',
  'Rent-to-own paperwork is not signed yet',
  'County permit is pending',
] as const;

export const denials = [
  { reason: 'The ramp was not delivered.', answer: 'The ramp was delivered on Tuesday.' },
  {
    reason: 'The second window is missing from the pictures.',
    answer: 'The window is in now. I sent you new pictures.',
  },
  { reason: 'The trim color does not match the order.', answer: 'The trim is repainted in the ordered color.' },
  { reason: 'Please check the haul: the lot is 12 miles away.', answer: 'Checked with the driver. It was 12 miles.' },
] as const;

/** What a shop asks about an order, and the office's answer. */
export const questions = [
  ['The customer wants the door on the long side. Is that OK?', 'Yes, same price. Please note it on the work order.'],
  ['The driver needs a week to deliver this one.', 'Thank you. I told the customer.'],
  ['We are out of this siding color until Friday.', 'Then finish it on Monday. The customer can wait.'],
  ['Can we swap the 24x36 window for a 30x40?', 'Only if the customer pays for it. I will ask.'],
  ['The site is too soft for the truck.', 'We moved the delivery to next week.'],
  ['Is the workbench on the left or on the right?', 'On the left, seen from the door.'],
] as const;

/** What the office writes to a shop, and the shop's answer. */
export const requests = [
  ['When will this one be finished?', 'By Thursday.'],
  ['The customer called and wants it before the weekend.', 'We can do that.'],
  ['Please send a picture of the roof before delivery.', 'Sent. It looks good.'],
  ['Please use up the old trim on this one.', 'Will do.'],
] as const;

/** The announcements, oldest first: the text, and whether only the office can read it. */
export const announcements = [
  ['Our holiday schedule: shops are closed from December 24 through January 1.', false],
  ['New haul rates apply from this month.', false],
  ['Please count your stock by the end of the quarter.', false],
  ['Spring sale: 5% off all Painted Cabins at the lots.', false],
  ['Commission statements move to the first Friday of the month.', true],
  ['The fuel surcharge stays at $35 this summer.', false],
  ['Please attach a picture of the finished shed when you answer a denial.', false],
  ['Invoices sent before 10 AM on Monday are paid the same week.', false],
  ['Metal prices go up next month. Order what you need now.', false],
  ['Anna is out next week. Owen approves invoices.', true],
] as const;

export const repairs = [
  { text: 'Replaced two cracked roof panels', reason: 'Storm damage at the lot' },
  { text: 'Rehung the double door', reason: 'The door was dragging' },
  { text: 'Repainted the gable', reason: 'Paint came off after delivery' },
  { text: 'Replaced a broken window', reason: 'Broken on the way to the lot' },
  { text: 'Leveled the shed again', reason: 'The ground settled' },
] as const;

export const hauls = [
  { text: 'Delivery with mule, 42 miles', reason: 'Site was not reachable by truck' },
  { text: 'Second trip to the customer', reason: 'Site was not ready the first time' },
  { text: 'Moved two lot models', reason: 'Lot was rearranged' },
  { text: 'Escort for a 14 wide', reason: 'Oversize load' },
] as const;

/** Support tickets, and the answers. */
export const tickets = [
  { text: 'Can the trim color be larger on the work order?', priority: 'Low', answer: 'Thank you, noted.' },
  {
    text: 'How do I change the date of an invoice?',
    priority: 'Medium',
    answer: 'Open it and choose Edit, before it is approved.',
  },
  {
    text: "A payment shows an adjustment I don't recognize.",
    priority: 'High',
    answer: 'It corrects the haul of last week.',
  },
  { text: 'Please add a builder to our shop.', priority: 'Medium', answer: 'Done.' },
] as const;
