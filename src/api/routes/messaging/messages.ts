import {
  listComments,
  listOrderComments,
  listShopComments,
  listShopMessages,
  listUnreadComments,
} from '../../../domain/messaging/messages/list.js';
import {
  deleteComment,
  markCommentRead,
  markCommentsRead,
  createComment,
} from '../../../domain/messaging/messages/service.js';
import { describeRoutes, route } from '../../route.js';

export const commentsRoutes = describeRoutes('messages', 'What office and shop write to each other about an order.', [
  route('POST /api/comment', createComment, { status: 201 }),
  route('GET /api/comment/unread', listUnreadComments),
  route('GET /api/comment/all', listComments),
  route('GET /api/comment/order', listOrderComments),
  route('GET /api/comment/shops', listShopMessages),
  route('GET /api/comment/shop/:id', listShopComments),
  route('PUT /api/comment/update/read', markCommentsRead),
  route('PUT /api/comment/update/read/:id', markCommentRead),
  route('DELETE /api/comment/delete/:id', deleteComment),
]);
